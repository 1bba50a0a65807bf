package manifests

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
)

// lackSeverity is how much it matters that a SKILL.md lacks what the specification asks for: an error
// where a host is known that loads it, or where its collection is installed for any; a note where
// something else than a host opens it, such as a program that names its very path. Where nothing shows who is to load it, it is as the caller says.
func lackSeverity(p *lint.Pass, file string, unknown lint.Severity) lint.Severity {
	folder, collection := path.Dir(path.Dir(file)), p.Collection(file)
	switch {
	case loading.Unread(p, file), loading.OwnReader(p, file).Path != "", p.Whole().OwnReader(file).Opens(file):
		return lint.Note
	case len(loading.MeantForms(p, file)) > 0:
		return lint.Error
	case instructed(p, skillsFolder{collection, path.Base(folder)}), elsewhere(folder, collection):
		return lint.Note
	case p.Whole().InstalledFor(file).Any:
		return lint.Error
	}
	return unknown
}

// elsewhere reports whether nobody is known to look for skills in a folder of a collection: it is
// an agent's that is not known, or in no folder of skills.
func elsewhere(folder, collection string) bool {
	return standing.HiddenFolder(folder) != "" || amongNone(folder, collection)
}

// amongNone reports whether a folder is neither the collection itself nor in a folder of skills.
func amongNone(folder, collection string) bool {
	for d := folder; d != collection && d != "."; d = path.Dir(d) {
		if standing.IsCollection(d) {
			return false
		}
	}
	return folder != collection
}

// isPart reports whether the folder of a SKILL.md lies in that of another skill, whose text leads to it, or to the folder between: whoever
// reads that one opens it as a page.
func isPart(p *lint.Pass, dir string) bool {
	for around := path.Dir(dir); ; around = path.Dir(around) {
		outer := p.ManifestAt(path.Join(around, "SKILL.md"))
		if outer == nil || !outer.Known() {
			if around == "." || around == "/" {
				return false
			}
			continue
		}
		first, _, deeper := strings.Cut(strings.TrimPrefix(dir, around+"/"), "/")
		if !deeper {
			return bytes.Contains(outer.Source(), []byte(first+"/SKILL.md"))
		}
		return around != "." && !standing.IsCollection(first) && bytes.Contains(outer.Source(), []byte(first+"/"))
	}
}
