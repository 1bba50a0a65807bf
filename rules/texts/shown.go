package texts

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

var shownMemo skill.MemoBy[string, map[string]bool]

// shownIn reports whether a text shows what is in a file: a block of code has the path
// as its title, or in a comment in its first line, or it holds no commands and the line
// above introduces the path: "A script for that (`scripts/x.py`):". Of a block that begins as a script (#!) the line above may end
// with the path, and the comment stand below.
func shownIn(p *lint.Pass, f *skill.File, target string) bool {
	return shownMemo.Of(p.Workspace, f.Path, func() map[string]bool {
		src, shown := f.Source(), map[string]bool{}
		for _, b := range f.Text().Code {
			above := lineAbove(src, b.Start)
			if title, ok := titleIn(above); ok {
				shown[title] = true
			}
			if named := introduced.FindStringSubmatch(above); named != nil && !shellLanguages[strings.ToLower(b.Lang)] {
				shown[named[1]] = true
			}
			first, _, _ := bytes.Cut(src[b.Start:b.End], []byte("\n"))
			if title, ok := titleIn(string(first)); ok && comment.Match(first) {
				shown[title] = true
			}
			if titled := titledWith.FindSubmatch(first); titled != nil {
				shown[string(titled[1])] = true
			}
			if !bytes.HasPrefix(first, []byte("#!")) {
				continue
			}
			if named := endsInPath.FindStringSubmatch(above); named != nil {
				shown[named[1]] = true
			}
			for i, line := range bytes.SplitN(src[b.Start:b.End], []byte("\n"), headOfScript+1) {
				if title, ok := titleIn(string(line)); ok && i > 0 && i < headOfScript && comment.Match(line) {
					shown[title] = true
				}
			}
		}
		return shown
	})[target]
}

// shownInSkill reports whether a text of a page's skill shows what is in a file.
func shownInSkill(p *lint.Pass, t skilltext.Page, target string) bool {
	return slices.ContainsFunc(skilltext.PagesOf(p, t.Skill), func(other skilltext.Page) bool {
		return bytes.Contains(other.Source(), []byte(target)) && shownIn(p, other.File, target)
	})
}

// headOfScript is how many lines of a script may have its name in a comment.
const headOfScript = 4

// endsInPath matches a line that ends with a path: "### A wrapper: scripts/x.sh".
var endsInPath = regexp.MustCompile("(?:^|[\\s`(])((?:\\w[\\w.-]*/)+[\\w.-]+\\.\\w+)[`*_):]*$")

// introduced matches a line that ends with a path, which may be in parentheses with more
// about it, and a colon.
var introduced = regexp.MustCompile("`(?:\\./)?([\\w.-]+/[\\w./-]+)`(?:[^()`]*\\))?[*_]*:[*_]*$")

// titledWith matches a comment that begins with a path and says more of it: "// scripts/x.ts — run last".
var titledWith = regexp.MustCompile(`^\s*(?:#|//|--|;)\s*(?:\./)?([\w.-]+/[\w./-]*\.\w+)\s+(?:[-–—:(]|\||=>)`)

// comment matches the beginning of a comment in the languages of scripts.
var comment = regexp.MustCompile(`^\s*(?:#|//|/\*|\*\s|--|;)`)

// titleIn returns the path that a line is, but for marks, numbers and the words "file"
// and "script".
func titleIn(line string) (title string, ok bool) {
	for _, word := range strings.Fields(line) {
		word = strings.TrimPrefix(strings.Trim(word, "*`#:;()[]\"'<>!-/"), "./")
		switch {
		case !strings.ContainsFunc(word, unicode.IsLetter) || strings.EqualFold(word, "file") || strings.EqualFold(word, "script"):
		case title != "":
			return "", false
		default:
			title = word
		}
	}
	return title, title != ""
}

// lineAbove is the last line with words above a block of code.
func lineAbove(src []byte, block int) string {
	above := src[:min(block, len(src))]
	if i := bytes.LastIndex(above, []byte("```")); i >= 0 {
		above = above[:i]
	}
	above = bytes.TrimSpace(above)
	line, _ := skilltext.LineAt(above, len(above))
	return line
}

// isExample reports whether the line above a block of code calls it an example.
func isExample(src []byte, block int) bool {
	return exampleWord.MatchString(lineAbove(src, block))
}

// isCompared reports whether the line above a block of code is but a label of what was before, or of what comes after.
func isCompared(src []byte, block int) bool { return compared.MatchString(lineAbove(src, block)) }

var compared = regexp.MustCompile(`(?i)^\W*(?:before|after|avant|après|vorher|nachher|antes|después|修改前|修改后)(?: \([^()]*\))?\W*$`)

// saidWrong reports whether the sentence that a path stands in says that it was wrong.
func saidWrong(src []byte, at int) bool { return neverWas.Match(remarks.Sentence(src, at, at)) }

var neverWas = regexp.MustCompile(`(?i)\b(?:never|did not|didn['’]t) exist`)

// beginsInExample reports whether the line above one ends with the words that introduce examples.
func beginsInExample(src []byte, line int) bool {
	above, _ := skilltext.LineAt(src, max(0, line-1))
	return line > 0 && exampleAtEnd.MatchString(above)
}

var exampleAtEnd = regexp.MustCompile(`(?i)(?:\be\.g\.|\bsuch as|\bfor example|\bfor instance)[,:]?\s*$`)

// exampleWord matches what calls a block or a path an example, in the languages that
// skills are written in.
var exampleWord = regexp.MustCompile(`(?i)\b(?:examples?|ejemplos?|exemples?|exemplos?|esempio|beispiele?)\b|\be\.g\.|\bej[.:]|\bex[.:]|\bz\. ?b\.|\bbijv\.|пример|例如|例えば|示例|比如|예시|예를 들어`)

// checkedAbove reports whether the line above the block of a command says to find out first whether a script is there:
// "Check if `scripts/smoke.sh` exists. If so, run it:".
func checkedAbove(t skilltext.Page, src []byte, at int, script string) bool {
	block, in := skilltext.BlockAt(t.Text(), at)
	if !in {
		return false
	}
	m := checksWhether.FindStringSubmatch(lineAbove(src, block.Start))
	return m != nil && strings.TrimPrefix(m[1], "./") == script
}

var checksWhether = regexp.MustCompile("(?i)\\b(?:check|see|find out|verify|test) (?:if|whether) [`*\"']*([\\w./-]+\\w)[`*\"']* (?:exists|is there|is present)\\b")

// quoted matches the words that lead to a command in a block which shows what a skill says: "Run exactly: python x.py".
var quoted = regexp.MustCompile(`^[A-Z][a-z]+(?: [a-z]+)*: `)

// shownToWriters reports whether a link shows how to write, or how not: it is in quotes, or in a
// line that shows what is wrong.
func shownToWriters(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) {
		return false
	}
	line, from := skilltext.LineAt(src, at)
	before, after := line[:at-from], line[at-from:]
	return shownAsWrong.MatchString(line) || quoteOpens.MatchString(before) && quoteCloses.MatchString(after) || quoteFollows.MatchString(after) || forExample.MatchString(before) || strings.HasPrefix(line, ">") && toWrite.Match(aboveQuotation(src, from))
}

// aboveQuotation is what stands above the quotation that a line is in.
func aboveQuotation(src []byte, line int) []byte {
	for first := max(0, line-quotationReach); line > first; {
		above, at := skilltext.LineAt(src, line-1)
		if !strings.HasPrefix(above, ">") {
			break
		}
		line = at
	}
	return src[max(0, line-toWriteReach):line]
}

// toWrite matches a line right above a quotation that says what to write, or that it is an example, and toWriteReach is how
// much of it is looked at, in bytes.
var toWrite = regexp.MustCompile(`(?i)\b(?:link|write|cite|say|format|report|example)\b[^\n]*:[ \t]*\r?\n[ \t\r]*\n$`)

const (
	toWriteReach   = 300
	quotationReach = 4000 // how far above a line its quotation may begin, in bytes
)

// forExample matches what stands before the target of a link that is an example.
var forExample = regexp.MustCompile(`(?i)(?:\be\.g\.,?|\bexample:) (?:- )?\[[^\]]*\]\(\s*<?$|\b(?:would be|is|are) written as \[[^\]]*\]\(\s*<?$`)

// quoteOpens and quoteCloses match what stands around the target of a link in quotes, and quoteFollows
// the end of a text in quotes that may begin in a line above.
var (
	quoteFollows = regexp.MustCompile(`^[^)\n]*\)["”](?:[\s.,;:*]|$)`)
	quoteOpens   = regexp.MustCompile(`(?:^|[\s(])["“](?:[^"“”]*\s)?\[[^\]"“”]*\]\(\s*<?$`)
	quoteCloses  = regexp.MustCompile(`^[^)\n]*\)[^"“”\n]{0,160}["”]`)
)

// hasInline reports whether a text has itself what a link leads to, below a heading that the link is called by: pages that were
// put together into one.
func hasInline(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) {
		return false
	}
	line, from := skilltext.LineAt(src, at)
	m := linkLabel.FindStringSubmatch(line[:at-from])
	return m != nil && skilltext.HasHeading(f, m[1])
}

// linkLabel matches what a link is called, before its target.
var linkLabel = regexp.MustCompile("\\[`?([^\\[\\]`]{4,})`?\\]\\(\\s*<?$")
