package hosts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Markdown is docs/hosts.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# What the hosts load

A host is a program that loads skills. What is written here is read by the rules: none of them names a host. It is data, one file a host in
` + "`internal/hosts/data/`" + `; this page is made of it (` + "`go test ./internal/hosts -update`" + `), and ` + "`skilllint hosts NAME`" + ` prints the same.

Every fact has sources, named in brackets: a *run* of the published program over files with one fault each, its *source*, or its *documentation*.
What nobody has found out is not there, and where nothing is known skilllint says nothing. ` + "`make hosts`" + ` installs the programs from npm, lets them
list what they load of our own fixtures, and fails where they differ from what is written here.

| host | version | looked at | held to the host itself |
|---|---|---|---|
`)
	for _, h := range All() {
		fmt.Fprintf(&b, "| [%s](#%s) (`%s`) | %s | %s | %s |\n", h.Title, anchor(h.Title), h.Name, h.Version, h.Checked, h.Held)
	}
	for _, h := range All() {
		fmt.Fprintf(&b, "\n## %s\n\nVersion %s, %s.\n", h.Title, h.Version, h.Checked)
		for _, s := range h.Describe() {
			fmt.Fprintf(&b, "\n### %s\n\n", s.Title)
			for _, l := range s.Lines {
				fmt.Fprintf(&b, "- %s [%s]\n", strings.ReplaceAll(l.Text, "|", `\|`), strings.Join(l.Source, ", "))
			}
		}
		if len(h.Unknown) > 0 {
			fmt.Fprintf(&b, "\n### Not known\n\n- %s\n", strings.Join(h.Unknown, "\n- "))
		}
		fmt.Fprintf(&b, "\n### Sources\n\n")
		for _, id := range slices.Sorted(maps.Keys(h.Sources)) {
			fmt.Fprintf(&b, "- **%s**: %s\n", id, h.Sources[id])
		}
	}
	return b.String()
}

// String is the source as a line of text.
func (s Source) String() string {
	text := fmt.Sprintf("%s, version %s, %s: %s", s.Level, s.Version, s.Read, s.URL)
	if s.At != "" {
		text += " (" + s.At + ")"
	}
	return text
}

// anchor is the name of a heading's link on GitHub.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(title))
}
