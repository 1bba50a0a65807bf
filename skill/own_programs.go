package skill

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
)

// An OwnReader is the program of a collection that reads its SKILL.md files itself, so that it is
// not known what it makes of them.
type OwnReader struct {
	Path string // of a source that does, one that is named after skills first; "" where none does
	YAML bool   // one of the sources uses a library for YAML
	// Words are the texts in quotes and the fields in the sources that may be keys, and in those of programs that check
	// the files.
	Words map[string]bool

	manuals []string        // the paths of SKILL.md that the sources name
	files   map[string]bool // the names of files that they have in quotes
}

// read says which files programs read: those of a collection that are called SKILL.md, or skill.md.
type read struct {
	collection string
	small      bool
}

var ownReaders MemoBy[read, OwnReader]

// OwnReader returns the program of the collection that a path is in which reads files of its name: SKILL.md,
// or skill.md. What checks, copies or writes skills is none, by its name. Sources are looked at when a rule asks.
func (ws *Workspace) OwnReader(p string) OwnReader {
	collection := ws.Collection(p)
	of := read{collection, path.Base(p) == "skill.md"}
	name, named := "SKILL.md", skillFile
	if of.small {
		name, named = "skill.md", smallSkillFile
	}
	return ownReaders.Of(ws, of, func() (reader OwnReader) {
		reader.Words, reader.files = map[string]bool{}, map[string]bool{}
		looked, after := 0, false // whether the source is named after skills
		for _, e := range ws.Tree.Below(collection) {
			by := aside.MatchString(e.Path)
			if e.Kind != Regular || !programs[path.Ext(e.Path)] || by && !checker.MatchString(e.Path) || ws.SkillAt(tree.Parent(e.Path)) != nil || ws.InertAt(e.Path) || ws.Collection(e.Path) != collection {
				continue
			}
			if looked++; looked > maxPrograms {
				return reader
			}
			if text := ws.naming(e.Path, name, named); text != "" {
				if skillLibrary.MatchString(text) {
					reader.Words["scripts"], reader.Words["references"] = true, true
					if !strings.Contains(text, name) {
						continue // the library has rules of its own for the rest
					}
				}
				for _, m := range append(quotedWord.FindAllStringSubmatch(text, -1), fieldOfStruct.FindAllStringSubmatch(text, -1)...) {
					reader.Words[m[1]] = true
				}
				if by {
					continue // it reads them for their authors
				}
				for _, m := range quotedFile.FindAllStringSubmatch(text, -1) {
					reader.files[m[1]] = true
				}
				for _, m := range quotedManual.FindAllStringSubmatch(text, -1) {
					reader.manuals = append(reader.manuals, m[1])
				}
				if is := strings.Contains(strings.ToLower(path.Base(e.Path)), "skill"); reader.Path == "" || is && !after {
					reader.Path, after = e.Path, is
				}
				reader.YAML = reader.YAML || yamlLibrary.MatchString(text)
			}
		}
		return reader
	})
}

// maxPrograms bounds how many sources are looked at.
const maxPrograms = 3_000

// largestProgram is the largest source that is looked at, in bytes: a bundle is another's.
const largestProgram = 256 << 10

// programs are the endings of sources that programs are written in.
var programs = map[string]bool{
	".py": true, ".js": true, ".mjs": true, ".cjs": true, ".ts": true, ".mts": true, ".tsx": true, ".go": true,
	".c": true, ".cc": true, ".cpp": true, ".zig": true, ".lua": true, ".scala": true, ".vue": true, ".svelte": true,
	".ps1": true, ".rs": true, ".java": true, ".kt": true, ".cs": true, ".rb": true, ".php": true, ".swift": true, ".dart": true, ".ex": true,
}

// aside matches what is no part of a program that users run, by the names of folders and files.
var aside = regexp.MustCompile(`(?i)(?:^|/)(?:\.[^/]*|__tests__|tests?|specs?|e2e|fixtures|examples?|scripts?|tooling|hack|ci|docs|bin|benchmarks?|evals?|dist|build|vendor|third_party|public|static|skills/[^/]+)/|(?:^|[/_.-])(?:tests?|spec|validat\w*|lint\w*|check\w*|verify|install\w*|setup|sync|generate|build|bundle|convert|export|migrate|release|publish|package|bump|benchmark\w*|eval\w*|score\w*|rank\w*|compare|analy[sz]e\w*|count\w*|repair\w*|fix\w*|\w*prompts?|audit\w*|scan\w*)[^/]*$`)

// checker matches the names of programs that check what authors write, or list it.
var checker = regexp.MustCompile(`(?i)(?:^|[/_.-])(?:validat|lint|check|verify)[^/]*$|[_.-](?:registry|catalog|index)\.\w+$`)

// naming returns the text of a source that names the files of skills in its code and reads files, or names what
// their frontmatter is called or holds; "" for others.
func (ws *Workspace) naming(p, name string, inCode *regexp.Regexp) string {
	loan, err := ws.files.Borrow(p, largestProgram)
	defer loan.Return()
	if err != nil || !(bytes.Contains(loan.Src, []byte(name)) && inCode.Match(loan.Src) && reading.Match(loan.Src)) && !skillLibrary.Match(loan.Src) {
		return ""
	}
	return string(loan.Src)
}

// skillLibrary matches the loaders of libraries that list to an agent what a skill has in scripts/ and references/: Agno's.
var skillLibrary = regexp.MustCompile(`\bLocalSkills\(`)

// reading matches what a source has that reads files, or frontmatters.
var reading = regexp.MustCompile(`(?i)frontmatter|description|\bread_?(?:text|file|to_string|all)|\.read\(|\bfetch\(`)

// skillFile and smallSkillFile match the name of a SKILL.md, or a skill.md, in code: not in a line that
// is a comment.
var (
	skillFile      = regexp.MustCompile(`(?m)^[ \t]*(?:[^\s/*#;-]|[-/][^-/*\s]).*SKILL\.md`)
	smallSkillFile = regexp.MustCompile("(?m)^[ \\t]*(?:[^\\s/*#;-]|[-/][^-/*\\s]).*[\"'`/]skill\\.md")
)

// quotedManual matches the path of a SKILL.md in a source, from where it names folders.
var quotedManual = regexp.MustCompile("[\"'`](?:\\.{0,2}/)*([\\w.-]+/[\\w./-]+/SKILL\\.md)[\"'`]")

// Opens reports whether a program opens a SKILL.md by its very path.
func (r OwnReader) Opens(p string) bool {
	return slices.ContainsFunc(r.manuals, func(named string) bool { return p == named || strings.HasSuffix(p, "/"+named) })
}

// Names reports whether the programs have the name of a file in quotes: they open it where a skill has it.
func (r OwnReader) Names(p string) bool { return r.files[path.Base(p)] }

// quotedFile matches the name of a file in a source, behind the folders around it.
var quotedFile = regexp.MustCompile("[\"'`/]([\\w-][\\w.-]*\\.\\w+)[\"'`]")

// fieldOfStruct matches a field that a library fills from the key of its name, as in Rust: "    allowed_tools: Vec<String>,".
var fieldOfStruct = regexp.MustCompile(`(?m)^[ \t]+(?:pub(?:\([a-z]+\))? +|let +|var +|val +)?([a-z][A-Za-z0-9_]{1,40}): *[A-Z\[]`)

// quotedWord matches what may be a key in a source.
var quotedWord = regexp.MustCompile("[\"'`]([A-Za-z][A-Za-z0-9_-]{1,40})[\"'`]")

// yamlLibrary matches the names of libraries for YAML in an import.
var yamlLibrary = regexp.MustCompile(`(?m)^\s*(?:import|from)\b.*\b(?:(?i:\w*yaml\w*)|gray-matter|front-?matter)\b|^\s*(?:use|using) [\w:.{}, ]*(?i:yaml)[\w:.{}, ]*;|\brequire[ (]+["'][^"']*(?:(?i:yaml)|gray-matter|front-?matter)|^\s*"(?:gopkg\.in/yaml|github\.com/[\w./-]*yaml)`)

var taskPaths MemoBy[string, map[string]bool]

// RunByTasks reports whether a task of the collection that a file is in names it, or a folder of its own, by its path: the
// Makefile, a workflow, or a script or a test of the collection's own; or a test beside it by its name. They are read
// when a rule asks; where there are too many to be read, any file may be.
func (ws *Workspace) RunByTasks(p string) bool {
	ws = ws.Whole()
	collection := ws.Collection(p)
	prefix := strings.TrimPrefix(collection+"/", "./")
	named := taskPaths.Of(ws, collection, func() map[string]bool {
		paths := map[string]bool{}
		looked := 0
		for _, e := range ws.Tree.Below(collection) {
			if e.Kind != Regular {
				continue
			}
			inside := strings.TrimPrefix(e.Path, prefix)
			tested := testBeside.FindStringSubmatch(inside)
			if tested == nil && !tasks.MatchString(inside) {
				continue
			}
			if looked++; looked > maxPrograms {
				return nil // what the rest runs is not known
			}
			loan, err := ws.files.Borrow(e.Path, largestProgram)
			if err == nil && tested != nil {
				namesBeside(paths, tested[1], loan.Src)
			} else if err == nil {
				pathsNamed(paths, loan.Src)
			}
			loan.Return()
		}
		return paths
	})
	inside := strings.TrimPrefix(p, prefix)
	folder := path.Dir(inside)
	within, beside := inside, strings.HasPrefix(inside, ".") // a task in the same hidden folder names it from there: ../skills/plan/scripts/x.py
	if beside {
		_, within, _ = strings.Cut(inside, "/")
	}
	return named == nil || named[inside] || beside && named[within] || named[folder] && !resourceFolders[path.Base(folder)]
}

// resourceFolders are those of a skill that a task may go through as a whole, such as to check the code in them.
var resourceFolders = map[string]bool{"scripts": true, "references": true, "assets": true}

// pathsNamed adds the paths that a task names, and their ends: it may begin them with a variable.
func pathsNamed(paths map[string]bool, task []byte) {
	for _, at := range taskPath.FindAllString(string(task), -1) {
		for rest, more := at, len(at) <= maxTaskPath; more; _, rest, more = strings.Cut(rest, "/") {
			paths[rest] = true
		}
	}
}

// maxTaskPath bounds the paths that are looked at, in bytes.
const maxTaskPath = 512

// namesBeside adds the programs that a test in a folder beside them names.
func namesBeside(paths map[string]bool, folder string, test []byte) {
	for _, name := range programName.FindAllString(string(test), -1) {
		paths[path.Join(folder, name)], paths[path.Join(folder, "scripts", name)] = true, true
	}
}

// tasks match the files that hold the tasks of a repository.
var tasks = regexp.MustCompile(`^(?:Makefile|[Jj]ustfile|Taskfile\.ya?ml|package\.json|pyproject\.toml|tox\.ini|noxfile\.py|\.pre-commit-config\.yaml|lefthook\.ya?ml|\.gitlab-ci\.yml|\.github/workflows/[^/]+\.ya?ml|(?:scripts?|tools|ci|\.ci|(?:\.[a-z]+/)?bin)/[^/]+|tests?/(?:[^/]+/)*[^/]+\.\w+|(?:[^/]+/)*[^/]+\.mk)$`)

var (
	// testBeside matches the path of a test in a folder beside what it tests: plan/scripts/tests/test_all.py.
	testBeside = regexp.MustCompile(`^(.+)/tests?/(?:[^/]+/)*[^/]+\.(?:py|sh|bats|[cm]?[jt]s)$`)
	// programName matches the name of a program in a folder of scripts.
	programName = regexp.MustCompile(`[\w@-][\w.@-]*\.(?:py|sh|[cm]?[jt]s)\b`)
)

// taskPath matches the path of a file or folder in a folder.
var taskPath = regexp.MustCompile(`[\w.@-]+(?:/[\w.@-]+)+`)

var containerHomes MemoBy[string, map[string]bool]

// IsContainerHome reports whether an account has its home in a container of the collection that a path is
// in: a Dockerfile or a compose file names it, so that it is the same on every machine. They are read when a
// rule asks.
func (ws *Workspace) IsContainerHome(p, account string) bool {
	ws = ws.Whole()
	collection := ws.Collection(p)
	return containerHomes.Of(ws, collection, func() map[string]bool {
		homes := map[string]bool{}
		looked := 0
		for _, e := range ws.Tree.Below(collection) {
			if e.Kind != Regular || !containerFile.MatchString(path.Base(e.Path)) {
				continue
			}
			if looked++; looked > maxPrograms {
				break
			}
			loan, err := ws.files.Borrow(e.Path, largestProgram)
			if err == nil {
				for _, m := range homeInContainer.FindAllSubmatch(loan.Src, -1) {
					homes[string(m[1])] = true
				}
			}
			loan.Return()
		}
		return homes
	})[account]
}

var (
	// containerFile matches the names of what containers are built from, or started with.
	containerFile = regexp.MustCompile(`^(?:(?:Docker|Container)file(?:[.-].+)?|.+\.[Dd]ockerfile|(?:docker-)?compose(?:[.-][^/]*)?\.ya?ml)$`)
	// homeInContainer matches a home in a container: in a line of a Dockerfile, behind the colon of a volume, or
	// as a key's value; and not what a volume takes from the machine.
	homeInContainer = regexp.MustCompile(`(?m)(?:^\s*(?:WORKDIR|ENV|RUN|USER|VOLUME|COPY|ADD|ENTRYPOINT|CMD)\b.*?[\s"'=:,\[]|[^\s:"']:|\b(?:target|working_dir|HOME):\s*["']?)/home/([\w.-]+)`)
)
