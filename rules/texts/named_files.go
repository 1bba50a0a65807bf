package texts

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// A resourceFile is a file of a skill, and what a text has to hold that names it.
type resourceFile struct {
	path   string
	name   string
	wanted bool // it is there for the agent, so that something has to name it
}

// resourceAt is the file of a path. A text names it with or without extension, or
// the same one in another language, or what is made of it.
func resourceAt(p string) resourceFile {
	name := tree.InstalledName(p)
	if made := paths.MadeOf(name); path.Ext(made) == path.Ext(name) {
		name = made
	}
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

// numbered matches the number for the order before the name of a file: 01-intake.md.
var numbered = regexp.MustCompile(`^\d+[-_]`)

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
	in := func(named document.Named) bool {
		return strings.Contains(named.Path, name) || inRange(named.Path, name)
	}
	return slices.ContainsFunc(n.Destinations, func(d document.Destination) bool { return strings.Contains(d.Dest, name) }) ||
		slices.ContainsFunc(n.Paths, in) || slices.ContainsFunc(n.Listed, in) ||
		slices.ContainsFunc(n.Scripts, func(s document.Script) bool { return strings.Contains(s.Path, name) })
}

// inRange reports whether a path that stands for several files, states/s0..s4.md or plan1-3.png, stands for one of a name.
func inRange(named, name string) bool {
	const digits = "0123456789"
	if m := numbers.FindStringSubmatch(path.Base(named)); m != nil {
		return strings.TrimRight(strings.TrimSuffix(name, path.Ext(name)), digits) == m[1]
	}
	first, _, is := strings.Cut(path.Base(named), "..")
	return is && first != "" && strings.TrimRight(strings.TrimSuffix(name, path.Ext(name)), digits) == strings.TrimRight(first, digits)
}

// isSeveral reports whether a path stands for several files of which the first and the last are there: assets/plan1-3.png.
func isSeveral(p *lint.Pass, t skilltext.Page, target string) bool {
	m := numbers.FindStringSubmatch(target)
	return m != nil && skilltext.LeadsTo(p, t, m[1]+m[2]+m[4]) && skilltext.LeadsTo(p, t, m[1]+m[3]+m[4])
}

// numbers matches such a path, with what stands around its two numbers.
var numbers = regexp.MustCompile(`^(.*\D)(\d+)(?:-|–|\.\.)(\d+)(\.\w+)$`)

// inLanguage matches the name of a file that says its language at its end.
var inLanguage = regexp.MustCompile(`^(.{3,}[-_.])(?:en|ja|jp|zh|cn|ko|kr|de|fr|es|pt|it|ru)(?:[-_]?(?:[A-Z]{2}|Hans|Hant))?$`)

// isTranslation reports whether a file says its language at the end of its name, and the one without
// stands beside it: how_zhTW.md of how.md.
func isTranslation(p *lint.Pass, file string) bool {
	ext := path.Ext(file)
	m := inLanguage.FindStringSubmatch(strings.TrimSuffix(path.Base(file), ext))
	if m == nil {
		return false
	}
	_, kind := p.Tree.Resolve(path.Join(path.Dir(file), m[1][:len(m[1])-1]+ext))
	return kind == skill.Regular
}

// isForHost reports whether a page is what one host of several is told, by its name and those beside it: gemini-tools.md
// beside codex-tools.md. It is loaded with the host's own instructions.
func isForHost(p *lint.Pass, file string) bool {
	host, rest := hostBefore(path.Base(file))
	return host != nil && document.IsMarkdown(file) && slices.ContainsFunc(p.Tree.Children(path.Dir(file)), func(e skill.Entry) bool {
		other, same := hostBefore(path.Base(e.Path))
		return other != nil && other != host && same == rest
	})
}

// hostBefore is the host that a name begins with, and the rest of the name.
func hostBefore(name string) (h *hosts.Host, rest string) {
	first, rest, _ := strings.Cut(name, "-")
	return cmp.Or(hosts.Of(first), hosts.Of(first+"-cli")), rest
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
	for _, prefix := range []string{"readme", "changelog", "test_", "test-", "smoke_", "smoke-", "index."} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	if strings.HasSuffix(lower, ".svg") || strings.HasSuffix(lower, ".ico") {
		return true // what hosts and people are shown
	}
	for _, word := range []string{"logo", "favicon"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return tested.MatchString(lower) || upkeep.MatchString(lower) && !document.IsMarkdown(lower)
}

// tested matches the names of tests by their ends.
var tested = regexp.MustCompile(`[._]test\.|\.spec\.|[-_]smoke\.`)

// upkeep matches the names of programs that the authors of a skill run on it.
var upkeep = regexp.MustCompile(`^(?:validate|cleanup|lint|release|publish|bump)[-_.]`)

// isLegal reports whether a file says on what terms others may be used. It lies beside those,
// among the assets or in capitals, for whoever passes them on: no agent has to read it.
func isLegal(file string) bool {
	name := path.Base(file)
	stem := strings.TrimSuffix(name, path.Ext(name))
	return licenceName.MatchString(name) || termsName.MatchString(name) && (strings.Contains("/"+file, "/assets/") || strings.ToUpper(stem) == stem)
}

var (
	// licenceName matches the names that licences have.
	licenceName = regexp.MustCompile(`(?i)licen[sc]e|^(?:copying|notice|ofl)`)
	// termsName matches the names of what else has to go with files, which are those of other texts, too.
	termsName = regexp.MustCompile(`(?i)(?:^|[-_. ])(?:terms|notices?|credits?|citations?|attributions?|copyrights?|eula)(?:\.(?:txt|md|html?))?$`)
)

// neighbours are the texts of a collection by what they name below other folders, and by those folders.
type neighbours struct {
	texts, folders map[string][]*skill.File
	patterns       []string
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
			if paths.SkillFolder(p, text.Path) == "" { // commands/draw/plan.md is of the skill draw
				for _, named := range text.Prose().Paths {
					names = append(names[:len(names):len(names)], path.Join(path.Base(path.Dir(text.Path)), named.Path))
				}
			}
			if len(names) == 0 || paths.Historical(p, text.Path) || paths.IsDesign(p, text.Path) {
				continue
			}
			collection := p.Collection(text.Path)
			if of[collection] == nil {
				of[collection] = &neighbours{texts: map[string][]*skill.File{}, folders: map[string][]*skill.File{}}
			}
			of[collection].add(text, names)
		}
		return of
	})
}

func (n *neighbours) add(text *skill.File, names []string) {
	for _, name := range names {
		if strings.Contains(name, "*") && n.texts[name] == nil {
			if len(n.patterns) == maxPatterns {
				continue
			}
			n.patterns = append(n.patterns, name)
		}
		n.texts[name] = append(n.texts[name], text)
		if in := n.folders[path.Dir(name)]; len(in) == 0 || in[len(in)-1] != text {
			n.folders[path.Dir(name)] = append(in, text)
		}
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
