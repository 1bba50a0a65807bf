package skilltext

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/internal/tree"
)

// An AskedFiles asks which of the files of a skill a text names.
type AskedFiles struct {
	Dir     string // of the skill
	Folders bool   // naming a folder below Dir names what is in it
	Forms   bool   // also in a tree that is to be filled in
	Files   []AskedFile
}

// An AskedFile is a file of the skill, and what a text has to hold that names it.
type AskedFile struct{ Path, Name string }

// FilesNamed answers with indices.
var FilesNamed = document.Question[AskedFiles, []int]{Name: "files named", Find: func(asked *AskedFiles, text []byte) *[]int {
	var named []int
	folders := map[string]bool{}
	for i, f := range asked.Files {
		if rare.Of(f.Name).In(text) || inAddress(text, f.Name) || namesInOtherCase(text, path.Base(f.Path)) || namesOtherwiseJoined(text, f.Name) || namesPattern(text, path.Base(f.Path)) || asked.Folders && inNamedFolder(text, asked.Dir, f.Path, asked.Forms, folders) {
			named = append(named, i)
		}
	}
	return &named
}}

// namesOtherwiseJoined reports whether a text names a file with "-" for "_" or the other way round: that
// it is misspelt is one finding.
func namesOtherwiseJoined(text []byte, name string) bool {
	from, to := "-", "_"
	if strings.Contains(name, "_") {
		from, to = "_", "-"
	}
	return strings.Contains(name, from) && rare.Of(strings.ReplaceAll(name, from, to)).In(text)
}

// inAddress reports whether a text names a file with blanks as links do: %20.
func inAddress(text []byte, name string) bool {
	return strings.Contains(name, " ") && rare.Of(strings.ReplaceAll(name, " ", "%20")).In(text)
}

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

// inNamedFolder reports whether a text names a folder that a file stands in,
// below the skill's: "references/" without a file's name behind it, or as a
// word. known holds what was found for the folders of this text.
func inNamedFolder(text []byte, dir, f string, forms bool, known map[string]bool) bool {
	for d := tree.Parent(f); d != dir && d != "."; d = tree.Parent(d) {
		named, ok := known[d]
		if !ok {
			named = namesFolder(text, path.Base(d), forms)
			known[d] = named
		}
		if named {
			return true
		}
	}
	return false
}

func namesFolder(text []byte, name string, forms bool) bool {
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
		if !forms && inFormOfTree(text[:start]) {
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

// inFormOfTree reports whether a text ends in a line of a tree that is drawn below a name to be filled in: "[company]-analyst/".
func inFormOfTree(before []byte) bool {
	for line := range maxTree {
		at := bytes.LastIndexByte(before, '\n')
		if text := before[at+1:]; !bytes.ContainsAny(text, "├└│") {
			return line > 0 && bytes.ContainsAny(text, "[]<>{}")
		}
		before = before[:max(0, at)]
	}
	return false
}

// maxTree bounds the lines of a tree that are looked at.
const maxTree = 200
