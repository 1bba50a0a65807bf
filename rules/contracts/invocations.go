package contracts

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// A calledPart is a part of a plugin that texts call and that does not exist; the name is "" for all that are
// called without the plugin's prefix, which their names have.
type calledPart struct{ collection, plugin, name string }

// unknownInvocations is unknown-provider for invocations. Of a plugin that is
// not in the workspace nothing is known, and of a name alone neither. gone are
// the skills that the base had, with their new names.
func unknownInvocations(p *lint.Pass, gone map[string]string) {
	var found folding.Batches[calledPart]
	sure := map[calledPart]bool{} // a host takes a call of it, or a part is called like it
	for _, f := range instructions(p) {
		parts := pluginset.Parts(p, p.Collection(f.Path))
		if len(parts) == 0 || paths.IsDesign(p, f.Path) || ofOtherKit(f, parts) {
			continue
		}
		for _, call := range append(invocations(f, parts), preloaded(p, f, parts)...) {
			known := parts[call.Plugin]
			if known[call.Name] || skilltext.TellsOfAnotherTime(f, call.Start) || namesakes(p)[call.Plugin] || anyName.MatchString(call.Name) || aside(p, p.Collection(f.Path), call) || isShown(f, call) || ofUpstream(f, call) || ofFolder(f, call) || namesOne(f, call) || isFilledIn(p, f, call) || isCut(f, call.End) {
				continue
			}
			at, d := calledPart{p.Collection(f.Path), call.Plugin, call.Name}, unknownCall(f, call, known, gone)
			if known[withPrefix(call.Plugin, call.Name)] {
				at.name = ""
			}
			sure[at] = sure[at] || len(d.SuggestedFixes) > 0 || loads(p, f, call)
			found.Add(at, d)
		}
	}
	reportCalls(p, found, sure)
}

// unknownCall tells of a call of a part that a plugin does not have, and which may be meant.
func unknownCall(f *skill.File, call document.Call, known map[string]bool, gone map[string]string) analysis.Diagnostic {
	d := lint.Span(f.Pos(call.Start), f.Pos(call.End), "plugin %s has no skill, command or agent %q", call.Plugin, call.Name)
	near, ok := nearPart(known, call.Plugin, call.Name)
	if to := gone[call.Name]; to != "" && known[to] {
		near, ok = to, true
		d.Message = fmt.Sprintf("skill %q of plugin %s was renamed to %q", call.Name, call.Plugin, to)
	} else if ok {
		d.Message += fmt.Sprintf(" (did you mean %q?)", near)
	}
	if ok {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "write \"" + near + "\"",
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(call.Start), End: f.Pos(call.End), NewText: []byte(near)}},
		}}
	}
	return d
}

// reportCalls tells of each part once, and of many that one text calls first together: it was
// copied from another plugin. What words alone name is a note: it may be an example, or one
// of the names that a text gives to what is yet to be made.
func reportCalls(p *lint.Pass, found folding.Batches[calledPart], sure map[calledPart]bool) {
	type place struct {
		file, plugin string // which names each first
		sure         bool
	}
	var called folding.Batches[place]
	of := map[token.Pos]calledPart{}
	for _, at := range found.Causes {
		if !sure[at] && !slices.ContainsFunc(found.Of[at], func(d analysis.Diagnostic) bool { return !isContext(p.FileAt(d.Pos)) }) {
			continue // what developers are told of may be yet to come
		}
		first := p.FileAt(found.Of[at][0].Pos).Path
		for _, d := range found.Of[at] {
			of[d.Pos] = at
			called.Add(place{first, at.plugin, sure[at]}, d)
		}
	}
	for _, at := range called.Causes {
		severity := lint.Note
		if at.sure {
			severity = lint.Warning
		}
		p.Folding(func(list []analysis.Diagnostic) []analysis.Diagnostic {
			var named folding.Batches[calledPart]
			for _, d := range list {
				named.Add(of[d.Pos], d)
			}
			var one []analysis.Diagnostic
			for _, cause := range named.Causes {
				tell := folding.Gathered("call of it", "calls of it")
				if cause.name == "" {
					prefix := messages.Cited(cause.plugin + "-")
					tell = folding.Gathered("call lacks "+prefix+" before the name, too", "calls lack "+prefix+" before the name, too")
				}
				one = append(one, folding.WithFixes(tell)(named.Of[cause])...)
			}
			return folding.WithoutFix(folding.Folded("of its parts that are called here do not exist either"))(one)
		}).ReportAs(severity, called.Of[at]...)
	}
}

// loads reports whether a host takes a name for a call, and not a reader alone: an argument of
// the tools that load skills and agents, or an entry of a frontmatter other than the words of
// its description.
func loads(p *lint.Pass, f *skill.File, call document.Call) bool {
	src := f.Source()
	if _, to, _, has, _ := document.SplitFrontmatter(src); has && call.Start < to {
		words := pluginset.FrontmatterOf(p, f).Get("description")
		return words == nil || call.Start < f.Offset(words.Pos) || call.Start >= f.Offset(words.End)
	}
	return toolArgument.Match(src[max(0, call.Start-len(call.Plugin)-callReach):max(0, call.Start-len(call.Plugin)-len(":"))])
}

// callReach is how far before a call the tool is looked for, in bytes.
const callReach = 40

// toolArgument matches what stands before the name of a skill or an agent that a tool loads.
var toolArgument = regexp.MustCompile(`(?:\b(?:Skill|Task|Agent)\([^()]*|\b(?:subagent_type|skill|agent)["']?\s*[:=]\s*["'\x60]?)$`)

// ofUpstream reports whether the line of a call says that it is another project's plugin of
// that name: "`/kit:rescue` (upstream)".
func ofUpstream(f *skill.File, call document.Call) bool {
	line, _ := skilltext.LineAt(f.Source(), call.Start)
	return upstream.MatchString(line)
}

var upstream = regexp.MustCompile(`(?i)\(upstream\)|\bupstream(?:['’]s)? (?:\S+ )?(?:plugin|command|skill|agent)s?\b`)

// namesOne reports whether a line shows how the file of a command makes its name: "review/code.md → /review:code".
func namesOne(f *skill.File, call document.Call) bool {
	src := f.Source()
	line, from := skilltext.LineAt(src, call.Start)
	return makesName.MatchString(line[:max(0, call.Start-len(call.Plugin)-len(":")-from)])
}

var makesName = regexp.MustCompile("\\.md[`\"']*\\s*(?:→|->|=>|becomes|is called)\\s*[`\"']*/?$")

// ofFolder reports whether a text has the file that makes a call of a host which names commands
// by their folders: git/commit.toml makes /git:commit.
func ofFolder(f *skill.File, call document.Call) bool {
	return bytes.Contains(f.Source(), []byte(call.Plugin+"/"+call.Name+".toml")) || bytes.Contains(f.Source(), []byte(call.Plugin+"/"+call.Name+".md"))
}

// isShown reports whether a block of code shows a call and makes none: what a user types stands
// in data, or the block is the log of a check.
func isShown(f *skill.File, call document.Call) bool {
	block, ok := skilltext.BlockAt(f.Text(), call.Start)
	if !ok {
		return false
	}
	src := f.Source()
	switch strings.ToLower(block.Lang) {
	case "json", "jsonc", "json5", "yaml", "yml", "toml":
		return src[max(0, call.Start-len(call.Plugin)-len("/:"))] == '/'
	case "", "text", "txt", "console", "output", "log":
		return logged.Match(src[block.Start:block.End])
	}
	return false
}

// logged matches the lines that a check prints.
var logged = regexp.MustCompile(`(?m)^\s*\[(?:WARN(?:ING)?|PASS(?:ED)?|OK|FAIL(?:ED)?|ERROR|INFO)\]\s|^\s*(?:Errors|Warnings|Passed|Failed|Checks):\s+\d+\s*$`)

// aside reports whether a plugin has a text of a part's name in a folder that hosts do not
// look into: its author keeps the part from its users, or loads it in another way.
func aside(p *lint.Pass, collection string, call document.Call) bool {
	for _, s := range pluginset.ByCollection(p)[collection] {
		if pluginset.Name(s) != call.Plugin {
			continue
		}
		if slices.ContainsFunc(p.Tree.Below(s.Dir), func(e skill.Entry) bool {
			folder := path.Base(path.Dir(e.Path))
			return path.Base(e.Path) == call.Name+".md" && folder != "references" && (folder == "commands" || folder == "agents" || paths.SkillFolder(p, e.Path) == "")
		}) {
			return true
		}
	}
	return false
}

var namesakePlugins skill.Memo[map[string]bool]

// namesakes are the plugins that texts install from a marketplace which is not here:
// another one of the same name, whose parts are not known.
func namesakes(p *lint.Pass) map[string]bool {
	return namesakePlugins.Of(p.Workspace, func() map[string]bool {
		names, markets := map[string]bool{}, map[string]bool{}
		for _, m := range p.Manifests {
			if m.Dialect == skill.MarketplaceManifest {
				markets[m.Root.Get("name").Str()] = true
			}
		}
		if len(markets) == 0 {
			return names
		}
		for _, f := range instructions(p) {
			for _, install := range f.Facts().Installs {
				if !markets[install.Marketplace] {
					names[install.Plugin] = true
				}
			}
		}
		return names
	})
}

// anyName matches a name that stands for any, or is that of a file.
var anyName = regexp.MustCompile(`\.(?:md|json|ya?ml|txt)$|^(?:(?:your|my|the|target|other|some)-)?(?:skill|command|agent|plugin|tool)?-?name$|^(?:(?:your|my|some)-)?(?:skill|command|agent|plugin|tool|alternative|option)-?\d*$|^(?:[xyz]|[A-Z][A-Z_-]*|xxx+|foo|bar|baz|example|(?:kebab|snake|camel|pascal)-?case)$|[-_](?:[A-Z]{1,2}|xxx+)$`)
