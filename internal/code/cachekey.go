package code

import (
	"regexp"
	"slices"
	"strings"
)

// What an expression's name says that it is: cache keys and temporary
// files are kept apart by organisation.
var (
	keyName  = regexp.MustCompile(`(?i)(cache_?key|^cache_?(path|dir|file)|redis_?key|^te?mp_?(dir|path|file|folder)|temp_?(dir|path|file|folder)$|lock_?key)`)
	keyStore = regexp.MustCompile(`(?i)(cache|redis|memcached?|kv)$`)
	skillID  = regexp.MustCompile(`(?i)^(skill_?(definition_?|package_?)?(id|name|key)|skill)$`)
	// Whose name may hold the organisation, or a prefix that does.
	tenant     = regexp.MustCompile(`(?i)(org|tenant|team|account|company|customer|user|session|owner)`)
	tenantName = regexp.MustCompile(`(?i)(org|tenant|team|account|company|customer|workspace|user|session|owner|scope|prefix|namespace|^ns$|root|base|dir|ctx|context|key|hash|digest|uuid|random|nonce|run)`)
	tempPrefix = regexp.MustCompile(`^(/tmp|/var/tmp|/dev/shm)(/|$)`)
)

// key notes a string that is a cache key or a temporary path, built from a
// skill's id without the organisation. bound is the name that it is given,
// or the chain of the call that it is the first argument of.
func (x *extractor) key(e *expr, bound string) {
	if e.kind != joinExpr || !keyName.MatchString(bound) && !tempJoin(e) {
		return
	}
	holdsSkill := false
	for _, part := range e.args {
		switch part.kind {
		case textExpr:
			if strings.Contains(strings.ToLower(part.text), "org") || strings.Contains(strings.ToLower(part.text), "tenant") {
				return
			}
		case nameExpr, memberExpr:
			name := part.text
			if Fold(name) == "id" && part.kind == memberExpr && part.x != nil && Fold(part.x.text) == "skill" {
				name = "skillId"
			}
			switch {
			case skillID.MatchString(name):
				if text, known := part.constText(); !known || text != "" {
					holdsSkill = true
				}
			case tenantName.MatchString(name) || part.resolved() != part || slices.ContainsFunc(part.dotted(), tenant.MatchString):
				return
			}
		default:
			return // what a call gives may hold the organisation
		}
	}
	if holdsSkill {
		x.out.Keys = append(x.out.Keys, x.name(keyText(e), e.start, e.end))
	}
}

// keyText writes a key with the names of what is put into it.
func keyText(e *expr) string {
	var b strings.Builder
	for _, part := range e.args {
		if part.kind == textExpr {
			b.WriteString(part.text)
		} else {
			b.WriteString("{" + part.text + "}")
		}
	}
	return b.String()
}

// tempJoin reports whether a string begins with a folder for temporary files.
func tempJoin(e *expr) bool {
	return len(e.args) > 0 && e.args[0].kind == textExpr && tempPrefix.MatchString(e.args[0].text)
}

// keyContext is what the first argument of a call is bound to: a cache's key.
func keyContext(call *expr) string {
	names := call.x.dotted()
	if len(names) < 2 || !keyStore.MatchString(names[len(names)-2]) {
		return ""
	}
	return "cacheKey"
}
