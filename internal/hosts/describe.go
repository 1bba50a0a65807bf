package hosts

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Section is a part of what is known of a host, in words.
type Section struct {
	Title string
	Lines []Line
}

// A Line is one fact in words, with the ids of its sources.
type Line struct {
	Text   string
	Source []string
}

// Describe says in words all that is known of the host.
func (h *Host) Describe() []Section {
	var sections []Section
	add := func(title string, lines []Line) {
		if len(lines) > 0 {
			sections = append(sections, Section{title, lines})
		}
	}
	for _, s := range scopes {
		add(s.title, linesOf(h.Folders, func(f *Folder) Line {
			if f.Scope != s.scope {
				return Line{}
			}
			return Line{f.describe(), f.Source}
		}))
	}
	for _, name := range slices.SortedFunc(maps.Keys(h.Forms), func(a, b string) int {
		return cmp.Or(strings.Compare(strings.TrimPrefix(a, "plugin "), strings.TrimPrefix(b, "plugin ")), cmp.Compare(len(a), len(b)))
	}) {
		owner := strings.ToUpper(name[:1]) + name[1:]
		if c, ok := strings.CutPrefix(name, "plugin "); ok {
			owner = "In a plugin, " + c
		}
		add(owner+": "+format(name), h.Forms[name].describe(format(name)))
	}
	add("Text of skills and commands", linesOf(h.Body, func(f Feature) Line { return Line{f.describe(), f.Source} }))
	add("Room for descriptions", linesOf(h.Budgets, func(b Budget) Line { return Line{b.describe(), b.Source} }))
	add("Skills that it brings, and files of its own", h.own())
	add("Plugins and marketplaces", h.plugins())
	if h.Hooks != nil {
		add("Hooks", h.Hooks.describe())
	}
	if h.Tools != nil {
		text := codes(h.Tools.Names)
		if h.Tools.Others != "" {
			text += ", and what `" + h.Tools.Others + "` matches"
		}
		other := "; another name is no fault"
		if h.Tools.Unknown != "" {
			other = "; an agent that names another one " + effects[h.Tools.Unknown]
		}
		lines := []Line{{text + other, h.Tools.Source}}
		add("Tools", append(lines, h.Tools.permissions()...))
	}
	if h.Servers != nil {
		add("MCP servers", h.Servers.describe())
	}
	if h.MCP != nil {
		add("Tools of MCP servers", []Line{{h.MCP.describe(), h.MCP.Source}})
	}
	add("Variables in commands of hooks and MCP servers", linesOf(h.Variables, func(v Variable) Line {
		return Line{fmt.Sprintf("`${%s}`: the folder of the %s", v.Name, v.Folder), v.Source}
	}))
	add("Also", linesOf(h.Facts, func(f Fact) Line { return Line{f.Area + ": " + f.Says, f.Source} }))
	return sections
}

// scopes are where hosts load from, in the order in which they are told.
var scopes = []struct {
	scope Scope
	title string
}{
	{Project, "Loaded from a project"}, {User, "Loaded from the user's home"},
	{InPlugin, "Loaded from a plugin"}, {InSkill, "Loaded from a skill's folder"}, {Repository, "Taken from a repository"},
}

// linesOf are the facts of a list in words, without those that have none.
func linesOf[T any](list []T, line func(T) Line) []Line {
	var lines []Line
	for _, fact := range list {
		if l := line(fact); l.Text != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

var names = map[string]string{
	ByFolder: "named after its folder", ByFolderOrName: "named after its folder, and called by `name`, too", ByName: "named by `name`", ByNameOrFolder: "named by `name`, else after its folder",
	ByNameOrFile: "named by `name`, else after the file", ByFile: "named after the file",
	ByPathColon: "named by its path, with `:` between", ByPathAndName: "named by its folders and `name`, else the file, with `:` between", ByPathSlash: "named by its path", ByNameOrPath: "named by `name`, else by its path", ByPathDashes: "named by its path, with `--` between",
}

// Pattern is the paths that Folder loads, as a glob.
func (f *Folder) Pattern() string {
	var b strings.Builder
	if f.Scope == User {
		b.WriteString("~/")
	}
	if f.Folder != "." {
		b.WriteString(f.Folder + "/")
	}
	switch {
	case f.Depth[1] > 1, f.Depth[1] < 0:
		b.WriteString(strings.Repeat("*/", f.Depth[0]) + "**/")
	default:
		b.WriteString(strings.Repeat("*/", f.Depth[1]))
	}
	return b.String() + f.File
}

func (f *Folder) describe() string {
	parts := []string{fmt.Sprintf("`%s`: %s", f.Pattern(), f.Component)}
	if name := names[f.Name]; name != "" {
		parts = append(parts, name)
	}
	switch min, max := f.Depth[0], f.Depth[1]; {
	case max == 1 && min == 0:
		parts = append(parts, "also without a folder between")
	case max > 1:
		parts = append(parts, fmt.Sprintf("%d to %d folders deep", min, max))
	}
	if f.Inner == Ignored {
		parts = append(parts, "none below a skill")
	}
	if f.Beside == Ignored {
		parts = append(parts, "none beside a SKILL.md")
	}
	if f.Modules == Ignored {
		parts = append(parts, "none below node_modules")
	}
	if f.Dotted == Ignored {
		parts = append(parts, "none below folders that begin with a dot")
	}
	if len(f.Not) > 0 {
		parts = append(parts, "but "+codes(f.Not))
	}
	if f.Twice != "" {
		parts = append(parts, "the second of one name "+effects[f.Twice])
	}
	if f.Yields != "" {
		parts = append(parts, fmt.Sprintf("not loaded beside a %s of the same name", f.Yields))
	}
	if f.Declared != "" {
		parts = append(parts, fmt.Sprintf("but those that `%s` of the settings names", f.Declared))
	}
	if len(f.Marks) > 0 {
		parts = append(parts, "beside "+codes(f.Marks))
	}
	if f.Guest {
		parts = append(parts, "a folder of another host")
	}
	if f.Key != "" {
		parts = append(parts, fmt.Sprintf("the key `%s` of the manifest %s", f.Key, map[string]string{"adds": "adds to it", "replaces": "replaces it"}[f.Mode]))
	}
	return strings.Join(parts, ", ")
}

// permissions are what a host makes of those for its tools.
func (t *Tools) permissions() (lines []Line) {
	for _, of := range slices.Sorted(maps.Keys(t.Paths)) {
		lines = append(lines, Line{"permissions for paths: `" + of + "` is for " + codes(t.Paths[of]) + ", too, whose own match no file", t.Source})
	}
	if of := t.Unasked; of != nil {
		lines = append(lines, Line{"with `" + of.Key + "` at `" + of.Value + "` every tool runs without a question", of.Source})
	}
	return lines
}

// effects are what becomes of something, as the end of a sentence.
var effects = map[Effect]string{
	Loads: "is fine", Ignored: "is ignored", Replaced: "is replaced by something else", Cut: "is cut", Hidden: "hides it from the model",
	Empty: "counts as empty", Refused: "is refused: not loaded", Plugin: "refuses the whole plugin", Start: "keeps the host from starting",
}

// format is what a component is written in that a host reads keys of.
func format(component string) string {
	if component == string(Settings) {
		return "JSON"
	}
	return "frontmatter"
}

func (f Form) describe(format string) []Line {
	var lines []Line
	for _, name := range slices.Sorted(maps.Keys(f.Keys)) {
		lines = append(lines, Line{fmt.Sprintf("`%s`: %s", name, f.Keys[name].describe()), f.Keys[name].Source})
	}
	for _, e := range []struct {
		what   string
		effect Effect
	}{
		{"any other key", f.Unlisted}, {format + " that cannot be parsed" + mended(f.Repairs), f.Broken}, {"no frontmatter", f.Absent}, {"frontmatter without an end", f.Unclosed},
		{"a key written twice", f.Duplicate}, {"a byte order mark", f.BOM}, {"a file without anything in it", f.Vacant}, {"three dashes within the frontmatter", f.Dashes},
	} {
		if e.effect != "" {
			lines = append(lines, Line{e.what + " " + effects[e.effect], f.Source})
		}
	}
	if f.Lists != nil {
		lines = append(lines, Line{fmt.Sprintf("up to %d files beside it are listed to the agent with its text", f.Lists.Files), f.Lists.Source})
	}
	return lines
}

func (k Key) describe() string {
	parts := []string{"read"}
	if k.Effect != Loads {
		parts[0] = effects[k.Effect]
	} else if k.Does != "" {
		parts[0] = k.Does
	}
	add := func(effect Effect, format string, args ...any) {
		if effect != "" {
			parts = append(parts, fmt.Sprintf(format, args...)+" "+effects[effect])
		}
	}
	if k.Missing == Replaced {
		parts = append(parts, "without it something else takes its place")
	} else {
		add(k.Missing, "a file without it")
	}
	if k.Usual != "" {
		parts = append(parts, "without it as if it were `"+k.Usual+"`")
	}
	add(k.Blank, "an empty one")
	add(k.Wrong, "anything but a %s", strings.Join(k.Kinds, ", "))
	if k.Plain {
		parts = append(parts, "documented without quotes: `[a] [b]`")
	}
	add(k.Over, "what is over %d characters", k.Max)
	add(k.Mismatch, "anything but %s", k.Expected)
	if len(k.Reserved) > 0 {
		parts = append(parts, "the words "+codes(k.Reserved)+" are reserved")
	}
	add(k.Folder, "a name that is not the folder's")
	add(k.Outside, "anything but %s", codes(k.Values))
	return strings.Join(parts, "; ")
}

// notations are how the features are written.
var notations = map[string]string{"arguments": "`$ARGUMENTS`, `$1`", "shell": "`` !`command` ``", "variables": "`${CLAUDE_…}`", "placeholders": "`{{args}}`, `${ARGUMENTS}`", "files": "`@file`"}

// Notation is how the feature is written, as Markdown.
func (f Feature) Notation() string { return notations[f.Name] }

func (f Feature) describe() string {
	var in []string
	for _, c := range f.Components {
		in = append(in, string(c))
	}
	works := "works"
	if f.Effect != Loads {
		works = "is text like any other"
	}
	return fmt.Sprintf("%s (%s) %s: %s", f.Notation(), strings.Join(in, ", "), works, f.Says)
}

func (b Budget) describe() string {
	var parts []string
	if b.Total > 0 {
		parts = append(parts, fmt.Sprintf("%d characters for all", b.Total))
	}
	if b.Each > 0 {
		parts = append(parts, fmt.Sprintf("%d for each", b.Each))
	}
	if b.Count > 0 {
		parts = append(parts, fmt.Sprintf("%d skills", b.Count))
	}
	says := strings.Join(parts, ", ") + "; what is over " + effects[b.Over] + ": " + b.Says
	if s := b.Settings; s != nil {
		says += fmt.Sprintf(". Settings change it: %s", codes([]string{s.Share, s.Each, s.Skills}))
	}
	return says
}

func codes(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }

// mended says what a host mends in YAML.
func mended(repairs []string) string {
	if len(repairs) == 0 {
		return ""
	}
	return ", after mending (" + strings.Join(repairs, ", ") + "),"
}
