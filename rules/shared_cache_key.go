package rules

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// SharedCacheKey is C8.
var SharedCacheKey = &lint.Rule{
	Name: "shared-cache-key", Group: "C", Severity: lint.Warning,
	Doc: `A cache key or temporary path is built from a skill's id without the organisation.

All tenants share the skills: what one of them computes is given to the others. Put the organisation's id into the key or
path, before that of the skill (S4, 缓存键隔离, 临时文件隔离).`,
	Run: func(p *lint.Pass) {
		eachRef(p, skill.KeyRef, func(src *skill.Source, r *skill.Ref) {
			p.Reportf(r.Name, "the key is built from the skill's id without the organisation's: organisations share what is kept under it")
		})
	},
}
