package rules

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A resourceFile is a file of a skill, and what a text has to hold that names it.
type resourceFile struct {
	path   string
	name   string
	wanted bool // it is there for the agent, so that something has to name it
}

// resourceAt is the file of a path. A text names it with or without extension, or
// the same one in another language.
func resourceAt(p string) resourceFile {
	name := path.Base(p)
	if stem := strings.TrimSuffix(name, path.Ext(name)); len(stem) >= 3 {
		name = stem
	}
	if i := strings.LastIndexAny(name, "-_."); i >= 3 && len(name)-i <= len("-Hans") {
		if m := inLanguage.FindStringSubmatch(name); m != nil {
			name = m[1]
		}
	}
	return resourceFile{path: p, name: name}
}

// namesSaid are the facts of a text that hold names of files as the text writes them: who
// finds a name there need not read the text.
func namesSaid(text *skill.File) saidNames {
	if !document.IsMarkdown(text.Path) {
		return saidNames{&document.Prose{}}
	}
	return saidNames{text.Prose()}
}

type saidNames struct{ *document.Prose }

func (n saidNames) hold(name string) bool {
	in := func(named document.Named) bool { return strings.Contains(named.Path, name) }
	return slices.ContainsFunc(n.Destinations, func(d document.Destination) bool { return strings.Contains(d.Dest, name) }) ||
		slices.ContainsFunc(n.Paths, in) || slices.ContainsFunc(n.Listed, in) ||
		slices.ContainsFunc(n.Scripts, func(s document.Script) bool { return strings.Contains(s.Path, name) })
}

// An askedFiles asks which of the files of a skill a text names.
type askedFiles struct {
	Dir     string // of the skill
	Folders bool   // naming a folder below Dir names what is in it
	Files   []askedFile
}

type askedFile struct{ Path, Name string }

// filesNamed answers with indices.
var filesNamed = document.Question[askedFiles, []int]{Name: "files named", Find: func(asked *askedFiles, text []byte) *[]int {
	var named []int
	folders := map[string]bool{}
	for i, f := range asked.Files {
		if rare.Of(f.Name).In(text) || namesInOtherCase(text, path.Base(f.Path)) || namesPattern(text, path.Base(f.Path)) || asked.Folders && inNamedFolder(text, asked.Dir, f.Path, folders) {
			named = append(named, i)
		}
	}
	return &named
}}

// namesInOtherCase reports whether a text names a page in capitals, FORMS.md for forms.md, or
// the other way round: who does not find it looks into the folder.
func namesInOtherCase(text []byte, name string) bool {
	stem, md := strings.CutSuffix(name, ".md")
	if !md || len(stem) < 3 {
		return false
	}
	other := strings.ToUpper(stem)
	if other == stem {
		other = strings.ToLower(stem)
	}
	return rare.Of(other + ".md").In(text)
}

// namesPattern reports whether a text names files by how their names begin:
// `query-`, query-*.md, query-{topic}.md.
func namesPattern(text []byte, name string) bool {
	for i, c := range name {
		if c != '-' && c != '_' || i < 3 {
			continue
		}
		begin := rare.Of(name[:i+1])
		for at := 0; ; {
			start := begin.Index(text, at)
			if start < 0 && at == 0 {
				return false // nor what begins with it
			}
			if start < 0 {
				break
			}
			end := start + begin.Len()
			at = end
			if start > 0 && end < len(text) && (bytes.IndexByte([]byte("*{<["), text[end]) >= 0 || text[end] == '`' && text[start-1] == '`') {
				return true
			}
		}
	}
	return false
}

// inLanguage matches the name of a file that says its language at its end.
var inLanguage = regexp.MustCompile(`^(.{3,}[-_.])(?:en|ja|jp|zh|cn|ko|kr|de|fr|es|pt|it|ru)(?:[-_](?:[A-Z]{2}|Hans|Hant))?$`)

// inNamedFolder reports whether a text names a folder that a file stands in,
// below the skill's: "references/" without a file's name behind it, or as a
// word. known holds what was found for the folders of this text.
func inNamedFolder(text []byte, dir, f string, known map[string]bool) bool {
	for d := path.Dir(f); d != dir && d != "."; d = path.Dir(d) {
		named, ok := known[d]
		if !ok {
			named = namesFolder(text, path.Base(d))
			known[d] = named
		}
		if named {
			return true
		}
	}
	return false
}

func namesFolder(text []byte, name string) bool {
	folder := rare.Of(name)
	for at := 0; ; {
		start := folder.Index(text, at)
		if start < 0 {
			return false
		}
		end := start + len(name)
		at = end
		if start > 0 && document.InPath(text[start-1]) && text[start-1] != '/' && text[start-1] != '.' {
			continue
		}
		rest := text[end:]
		if len(rest) > 0 && rest[0] == '/' {
			if rest = rest[1:]; len(rest) == 0 || !document.InPath(rest[0]) || rest[0] == '.' {
				return true // "references/", "references/*", "references/<name>"
			}
			continue
		}
		if start > 0 && strings.IndexByte("`\"'/*", text[start-1]) >= 0 && (len(rest) == 0 || !document.InPath(rest[0])) {
			return true // `references`, "templates", x/assets
		}
		for _, word := range []string{" folder", " director", " subfolder", " subdirector"} {
			if bytes.HasPrefix(rest, []byte(word)) {
				return true
			}
		}
	}
}

// hidden reports whether a path goes through a name that begins with a dot.
func hidden(p string) bool { return strings.HasPrefix(path.Base(p), ".") }

// supporting reports whether a file is found by its name, or by tools.
func supporting(name string) bool {
	switch name {
	case "pytest.ini", "tox.ini", "setup.cfg", "setup.py", "go.work", ".env.example", "__init__.py", "__main__.py", "conftest.py", "package.json", "package-lock.json", "tsconfig.json", "requirements.txt", "pyproject.toml", "uv.lock", "go.mod", "go.sum", "Makefile", "Dockerfile", "deno.json", "pyrightconfig.json", "ruff.toml", "mypy.ini", "biome.json", "eslint.config.js", "eslint.config.mjs", "vitest.config.ts", "jest.config.js", "bun.lock", "yarn.lock", "pnpm-lock.yaml", "Cargo.toml", "Cargo.lock", "SKILL.md":
		return true
	}
	lower := strings.ToLower(name)
	for _, prefix := range []string{"readme", "license", "licence", "notice", "changelog", "copying", "test_", "test-", "index.", "ofl"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	if strings.HasSuffix(lower, ".svg") || strings.HasSuffix(lower, ".ico") {
		return true // what hosts and people are shown
	}
	for _, word := range []string{"license", "licence", "logo", "favicon"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return strings.Contains(lower, "_test.") || strings.Contains(lower, ".test.") || strings.Contains(lower, ".spec.")
}

// neighbours are the texts of a collection by what they name below other folders.
type neighbours struct {
	texts    map[string][]*skill.File
	patterns []string
}

// maxPatterns bounds how many patterns of paths are asked: each is compared with every file
// that nothing names so far.
const maxPatterns = 64

var neighboursMemo skill.Memo[map[string]*neighbours]

func neighboursOf(p *lint.Pass) map[string]*neighbours {
	return neighboursMemo.Of(p.Workspace, func() map[string]*neighbours {
		of := map[string]*neighbours{}
		for _, text := range slices.Concat(p.Texts(), p.Docs()) {
			names := text.Facts().Resources
			if skillFolder(p, text.Path) == "" { // commands/draw/plan.md is of the skill draw
				for _, named := range text.Prose().Paths {
					names = append(names[:len(names):len(names)], path.Join(path.Base(path.Dir(text.Path)), named.Path))
				}
			}
			if len(names) == 0 || historical(p, text.Path) || isDesign(p, text.Path) {
				continue
			}
			collection := p.Collection(text.Path)
			if of[collection] == nil {
				of[collection] = &neighbours{texts: map[string][]*skill.File{}}
			}
			of[collection].add(text, names)
		}
		return of
	})
}

func (n *neighbours) add(text *skill.File, names []string) {
	for _, name := range names {
		if strings.HasPrefix(name, "*/") && n.texts[name] == nil {
			if len(n.patterns) == maxPatterns {
				continue
			}
			n.patterns = append(n.patterns, name)
		}
		n.texts[name] = append(n.texts[name], text)
	}
}

// naming are the texts that name a path, or a pattern that it matches.
func (n *neighbours) naming(name string) []*skill.File {
	texts := n.texts[name]
	for _, pattern := range n.patterns {
		if like, _ := path.Match(pattern, name); like {
			texts = slices.Concat(texts, n.texts[pattern])
		}
	}
	return texts
}
