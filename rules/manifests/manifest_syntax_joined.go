package manifests

import (
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// joinedLine matches a line whose value ends in a word with a colon.
var joinedLine = regexp.MustCompile(`^( *)([A-Za-z_][\w-]*):[ \t]+(\S.*?):(?:[ \t].*)?$`)

// longestKey is how many bytes of a value are looked through for a key.
const longestKey = 64

// endsOf reports whether a value of a key ends at an offset where the next key may begin
// that lacks its line: behind a sign that ends a text, or within the only word, where no
// sentence is expected.
func endsOf(key, value string) func(at int) bool {
	oneWord := key != "description" && !strings.ContainsAny(value, " \t")
	return func(at int) bool { return oneWord || strings.ContainsRune(".!?\"')]", rune(value[at-1])) }
}

// separated tells of a line in which the break between two entries got lost, in the place of
// what the parser says of it: the words in front of the second colon end in a key that is
// missing, and with a break before it the frontmatter can be read. To put such a value in
// quotes would hide the entry.
func separated(p *lint.Pass, f *skill.File, kind hosts.Component, at token.Pos) (analysis.Diagnostic, bool) {
	src := f.Source()
	from, to, _, has, closed := document.SplitFrontmatter(src)
	offset := f.Offset(at)
	if !has || !closed || offset < from || offset >= to {
		return analysis.Diagnostic{}, false
	}
	line, start := skilltext.LineAt(src, offset)
	m := joinedLine.FindStringSubmatchIndex(strings.TrimRight(line, "\r"))
	if m == nil {
		return analysis.Diagnostic{}, false
	}
	ends := endsOf(line[m[4]:m[5]], line[m[6]:m[7]])
	for cut := max(m[6]+1, m[7]-longestKey); cut < m[7]; cut++ { // the longest key is that of the most words
		key, end := line[cut:m[7]], start+m[7]
		if !ends(cut-m[6]) || !knownKey(p, f, kind, key) {
			continue
		}
		above, rest := string(src[from:start+cut]), line[m[2]:m[3]]+string(src[start+cut:to])
		root, err := document.ParseYAML([]byte(above+"\n"+rest), 1)
		if err != nil || len(root.All(key)) == 0 || twice(root) {
			continue
		}
		d := lint.Span(f.Pos(start+cut), f.Pos(end), "a line break is missing before %s: start the key in a line of its own", messages.Cited(key))
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "start a line before " + messages.Cited(key),
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(start + cut), End: f.Pos(start + cut), NewText: []byte("\n" + line[m[2]:m[3]])}},
		}}
		return d, true
	}
	return analysis.Diagnostic{}, false
}

// twice reports whether a map has a key twice.
func twice(root *skill.Node) bool {
	seen := map[string]bool{}
	return slices.ContainsFunc(root.Entries(), func(e skill.Member) bool {
		again := seen[e.Key.Text]
		seen[e.Key.Text] = true
		return again
	})
}

// knownKey reports whether a host reads a key of such a file, or another skill of the
// collection has it.
func knownKey(p *lint.Pass, f *skill.File, kind hosts.Component, key string) bool {
	return loading.KnownToHosts(kind, key) || kind == hosts.Skill && keysOf(p, p.Collection(f.Path))[key]
}

var collectionKeys skill.Memo[map[string]map[string]bool]

// keysOf are the keys in the frontmatters of a collection's skills.
func keysOf(p *lint.Pass, collection string) map[string]bool {
	return collectionKeys.Of(p.Whole(), func() map[string]map[string]bool {
		keys := map[string]map[string]bool{}
		for _, m := range p.Whole().Manifests {
			if m.Dialect != skill.Standard {
				continue
			}
			in := p.Collection(m.Path)
			if keys[in] == nil {
				keys[in] = map[string]bool{}
			}
			for _, e := range m.Root.Entries() {
				keys[in][e.Key.Text] = true
			}
		}
		return keys
	})[collection]
}
