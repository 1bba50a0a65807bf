package plugins

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// HookNeverRuns reports hooks that their host drops, or that fail each time.
var HookNeverRuns = &lint.Rule{
	Name: "hook-never-runs", Group: "L", Severity: lint.Error, Local: true, Loaded: true,
	Doc: `A hook is dropped by its host, or can never run.

Hosts drop in silence what they do not understand: an event in another spelling, an entry without a type, a matcher that matches no
tool (warnings). Some such entries take all that stands beside them along, the plugin or the whole settings file; and a script that is not
there fails each time (errors), as does one that the command runs by its path and that is not executable (a warning). A script of the repository that a project's hook names by its whole path on a drive is a note: other machines have the project elsewhere. A matcher of an event that has none does nothing, and is a note. A file of hooks that the host does not read (` + "`.claude/hooks.json`" + `), where its settings have none, is a warning, and a note where a text names it. Hooks stand in files, settings, plugin.json, agents and skills. What each host understands is data with source and day (` + "`skilllint hosts`" + `).`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		stuck := &stuckScripts{Pass: p}
		var unknown folding.Batches[hostPlace]
		eachHooks(p, func(hooks hookMap) {
			r := &hookReader{Pass: p, hookMap: hooks, stuck: stuck, unknown: &unknown}
			switch {
			case r.whole:
				r.file()
			case !r.inline || !r.wrappedTwice():
				r.events(r.key, r.value)
			}
		})
		unreadHooks(p)
		stuck.report()
		for _, at := range unknown.Causes {
			p.Folding(folding.WithoutFix(folding.Folded("hooks stand in events that it does not have"))).ReportAs(lint.Warning, unknown.Of[at]...)
		}
	},
}

// A hookReader judges hooks for one host.
type hookReader struct {
	*lint.Pass
	hookMap
	stuck   *stuckScripts
	unknown *folding.Batches[hostPlace] // events that hosts do not have
	unread  []analysis.Diagnostic       // matchers of events that have none
	unused  folding.Batches[string]     // entries that the host cannot use, by the fault
	fatal   folding.Batches[string]     // those of them that take along what the hooks belong to
}

// wrappedTwice reports hooks in a manifest that stand below a second key hooks, as in a file.
func (r *hookReader) wrappedTwice() bool {
	key, inner := r.value.Entry(r.host.Hooks.Wrapper)
	if key == nil || !inner.Is(skill.Map) || len(r.value.Members) != 1 {
		return false
	}
	r.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "%s runs none of these hooks: in the manifest the events stand directly below hooks, without a second %q", r.host.Title, r.host.Hooks.Wrapper))
	return true
}

// file judges a file of hooks.
func (r *hookReader) file() {
	wrapper := r.host.Hooks.Wrapper
	if key, v := r.value.Entry(wrapper); key != nil || wrapper == "" {
		r.events(key, v)
		return
	}
	for _, e := range r.value.Entries() {
		if !slices.Contains(r.host.Hooks.Events, e.Key.Text) {
			continue
		}
		if slices.Contains(r.host.Hooks.Guards, e.Key.Text) {
			r.Report(lint.Span(e.Key.Pos, e.Key.End, "%s does not load %s: the event %s stands outside of %q", r.host.Title, r.taken, e.Key.Text, wrapper))
		} else {
			r.Report(lint.Span(e.Key.Pos, e.Key.End, "%s runs none of these hooks: the event %s stands outside of %q", r.host.Title, e.Key.Text, wrapper))
		}
		return
	}
}

// events judges the map from event to groups of entries.
func (r *hookReader) events(key, v *skill.Node) {
	if !v.Is(skill.Map) {
		if v != nil && !v.Is(skill.Null) {
			lost := "runs none of these hooks"
			if r.taken != "" && len(r.host.Hooks.Guards) > 0 {
				lost = "does not load " + r.taken
			}
			r.Report(lint.Span(v.Pos, v.End, "%s %s: hooks is %s, expected a map from event to groups", r.host.Title, lost, messages.Article(v.Kind)))
		}
		return
	}
	k := r.host.Hooks
	for _, e := range v.Members {
		if !slices.Contains(k.Events, e.Key.Text) {
			if k.Event != "" && !commentKey(e.Key.Text) && !slices.Contains(k.Beside, e.Key.Text) {
				r.unknownEvent(e)
			}
			continue
		}
		if k.Groups {
			r.groups(e.Key, e.Value)
		}
	}
	r.tellFaults()
	r.Folding(folding.Gathered("matcher beside it is ignored", "matchers beside it are ignored")).ReportAs(lint.Note, r.unread...)
}

// commentKey knows what people write for lack of comments.
func commentKey(key string) bool {
	return key == "" || spelling.SetAside(key) || key[0] == '$' || key[0] == '/' || key == "description" || key == "version"
}

func (r *hookReader) unknownEvent(e skill.Member) {
	key := e.Key
	d := lint.Span(key.Pos, key.End, "%s has no event %s and ignores it", r.host.Title, messages.Cited(key.Text))
	if near, ok := lint.NewSpeller(r.host.Hooks.Events).Nearest(key.Text); ok {
		d.Message += " (did you mean \"" + near + "\"?)"
		if e.Value.Is(skill.List) { // else its name is not all that is wrong
			d.SuggestedFixes = spelling.Rewrite(r.Pass, skill.NameOf(key), near)
		}
	} else if other := eventOf(key.Text); other != "" {
		d.Message += ": it is an event of " + other
	}
	r.unknown.Add(hostPlace{r.host.Name, r.Collection(r.FileAt(key.Pos).Path)}, d)
}

// eventOf is the title of a host that has an event, "" when none has.
func eventOf(event string) string {
	for _, h := range hosts.All() {
		if h.Hooks != nil && slices.Contains(h.Hooks.Events, event) {
			return h.Title
		}
	}
	return ""
}

// bad notes an entry that the host cannot use, and what it takes along.
func (r *hookReader) bad(event *skill.Node, at *skill.Node, format string, args ...any) {
	fault := fmt.Sprintf(format, args...)
	if r.taken != "" && slices.Contains(r.host.Hooks.Guards, event.Text) {
		r.fatal.Add(fault, lint.Span(at.Pos, at.End, "%s does not load %s: %s", r.host.Title, r.taken, fault))
		return
	}
	r.unused.Add(fault, lint.Span(at.Pos, at.End, "%s ignores this hook: %s", r.host.Title, fault))
}

// tellFaults reports each fault once, by what it takes along.
func (r *hookReader) tellFaults() {
	once := folding.Gathered("hook has that fault", "hooks have that fault")
	for _, fault := range r.fatal.Causes {
		r.Folding(once).Report(slices.Concat(r.fatal.Of[fault], r.unused.Of[fault])...)
	}
	for _, fault := range r.unused.Causes {
		if r.fatal.Of[fault] == nil {
			r.Folding(once).ReportAs(lint.Warning, r.unused.Of[fault]...)
		}
	}
}

// groups judges the groups of one event.
func (r *hookReader) groups(event, v *skill.Node) {
	if !v.Is(skill.List) {
		r.bad(event, v, "%s is %s, expected a list of groups", event.Text, messages.Article(v.Kind))
		return
	}
	for _, item := range v.Members {
		group := item.Value
		entries := group.Get("hooks")
		if matcher := group.Get("matcher"); matcher != nil {
			r.matcher(event, matcher)
		}
		if entries == nil && r.host.Hooks.Alone && group.Get("type") != nil {
			r.entry(event, group)
			continue
		}
		switch {
		case !group.Is(skill.Map):
			r.bad(event, group, "the group is %s, expected a map with a list of hooks", messages.Article(group.Kind))
		case !entries.Is(skill.List):
			r.bad(event, groupStart(group), "the group has no list of hooks; an entry with type and command stands in such a list")
		}
		for _, entry := range entries.Items() {
			r.entry(event, entry.Value)
		}
	}
}

// groupStart is the first key of a group, the place of what it lacks.
func groupStart(group *skill.Node) *skill.Node {
	if len(group.Entries()) > 0 {
		return group.Members[0].Key
	}
	return group
}

// entry judges one hook.
func (r *hookReader) entry(event, entry *skill.Node) {
	k := r.host.Hooks
	typ := entry.Get("type")
	switch {
	case !entry.Is(skill.Map):
		r.bad(event, entry, "it is %s, expected a map with type and command", messages.Article(entry.Kind))
		return
	case typ == nil:
		if k.Untyped != "" {
			r.bad(event, groupStart(entry), "it has no type, expected one of %s", messages.List(k.Types))
		}
		return
	case !slices.Contains(k.Types, typ.Str()):
		says := fmt.Sprintf("its type is %s, expected one of %s%s", messages.Quoted(typ), messages.List(k.Types), lint.NewSpeller(k.Types).DidYouMean(typ.Text))
		switch {
		case k.Type.Lost() && r.whole:
			r.refused(typ, says)
		case k.Type != "":
			r.bad(event, typ, "%s", says)
		}
		return
	}
	for _, need := range k.Required[typ.Text] {
		if v := entry.Get(need); v == nil {
			r.bad(event, typ, "a hook of type %s needs %s", typ.Text, need)
		} else if !v.Is(skill.String) {
			r.bad(event, v, "%s is %s, expected text", need, messages.Article(v.Kind))
		}
	}
	if t := entry.Get("timeout"); t != nil && !t.Is(skill.Number) {
		r.bad(event, t, "timeout is %s, expected a number", messages.Article(t.Kind))
	}
	if cond := entry.Get("if"); cond != nil && len(k.If) > 0 && !slices.Contains(k.If, event.Text) {
		r.ReportAs(lint.Warning, lint.Span(cond.Pos, cond.End, "the hook never runs: if is for %s alone", messages.List(k.If)))
	}
	if command := entry.Get("command"); command.Is(skill.String) && typ.Text == "command" {
		r.command(command)
	}
}
