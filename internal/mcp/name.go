package mcp

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// prefix is how a host's name of a server's tools begins: mcp__server__tool.
// Claude Code (code.claude.com/docs/en/mcp and /permissions, read 2026-09-23),
// Codex and opencode form it alike.
const prefix = "mcp__"

// maxFullName is the longest name that Claude Code gives to a model; a tool
// with a longer one is left out (read 2026-09-23).
const maxFullName = 128

// Normalize is what a host makes of the name of a server or tool: characters
// other than A-Z, a-z, 0-9, _ and - become _.
func Normalize(name string) string {
	return strings.Map(func(r rune) rune {
		if nameChar(r) {
			return r
		}
		return '_'
	}, name)
}

func nameChar(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}

// PluginServer is the name under which Claude Code runs a plugin's server.
func PluginServer(plugin, server string) string {
	return "plugin_" + Normalize(plugin) + "_" + Normalize(server)
}

// FullName is the name of a server's tool for a model and in permissions.
func FullName(server, tool string) string {
	return prefix + Normalize(server) + "__" + Normalize(tool)
}

// TooLong reports whether a host leaves out a tool because of its full name.
func TooLong(full string) bool { return len(full) > maxFullName }

// A Name is a name of a server's tools as a file writes it: mcp__server,
// mcp__server__tool, mcp__server__get_*, in agents of Copilot server/tool.
type Name struct {
	Text string // the whole
	// Rest is the name without a prefix. Where the server ends and the tool
	// begins is only known of known servers, since both may hold __.
	Rest    string
	Between string // what separates them
}

// ParseName reads a whole word, false when it is no name of a server's tools:
// mcp__* names no server, mcp__server__tool(…) is no name.
func ParseName(word string) (Name, bool) {
	rest, ok := strings.CutPrefix(word, prefix)
	if !ok || rest == "" || strings.Trim(rest, "_*") == "" || strings.HasPrefix(rest, "_") {
		return Name{}, false
	}
	for i, r := range rest {
		if !nameChar(r) && r != '*' && r != '.' || r == '*' && i == 0 {
			return Name{}, false
		}
	}
	return Name{word, rest, "__"}, true
}

// ParseSlashed reads a whole word as agents of Copilot write tools: server/tool,
// server/*. The server's own name may hold slashes.
func ParseSlashed(word string) (Name, bool) {
	i := strings.LastIndexByte(word, '/')
	if i <= 0 || i == len(word)-1 || strings.HasPrefix(word, prefix) || strings.ContainsAny(word, " \t()<>{}") {
		return Name{}, false
	}
	return Name{word, Normalize(word[:i]) + "/" + word[i+1:], "/"}, true
}

// Of takes the name apart for a server that is called so. tool is "" for the
// server as a whole, and may hold wildcards.
func (n Name) Of(server string) (tool string, ok bool) {
	rest, ok := strings.CutPrefix(n.Rest, server)
	switch {
	case !ok:
		return "", false
	case rest == "":
		return "", true
	}
	tool, ok = strings.CutPrefix(rest, n.Between)
	return tool, ok && tool != ""
}

// Slashed reports whether the name is one of Copilot, server/tool.
func (n Name) Slashed() bool { return n.Between == "/" }

// Server is the name of the server as far as the word alone tells: what stands
// before the first __.
func (n Name) Server() string {
	server, _, _ := strings.Cut(n.Rest, n.Between)
	return server
}

// Tool is the name of the tool as far as the word alone tells, "" for none.
func (n Name) Tool() string {
	_, tool, _ := strings.Cut(n.Rest, n.Between)
	return tool
}

// IsPattern reports whether a tool's name stands for several.
func IsPattern(tool string) bool { return tool == "" || strings.Contains(tool, "*") }

// Match reports whether a tool of that name is meant by a name or pattern, as
// hosts compare them; "" means every tool.
func Match(pattern, tool string) bool {
	if pattern == "" || pattern == "*" || pattern == tool {
		return true
	}
	tool, pattern = Normalize(tool), strings.ReplaceAll(pattern, ".", "_")
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return tool == pattern
	}
	last := len(parts) - 1
	if !strings.HasPrefix(tool, parts[0]) {
		return false
	}
	tool = tool[len(parts[0]):]
	for _, part := range parts[1:last] {
		i := strings.Index(tool, part)
		if i < 0 {
			return false
		}
		tool = tool[i+len(part):]
	}
	return strings.HasSuffix(tool, parts[last])
}

var mention = regexp.MustCompile(prefix + `[A-Za-z0-9][A-Za-z0-9_-]*(\*?)`)

// placeholders are what texts that explain the form of names write for a tool.
var placeholders = []string{
	"tool", "tool_name", "toolname", "tool-name", "name", "action", "function", "method", "operation", "command", "xxx", "x", "y", "foo", "bar", "example", "your_tool", "some_tool", "any_tool",
	"toolName", "TOOL", "TOOL_NAME", "NAME", "XXX",
}

// A Mention is a name in a text; the offsets are bytes of the text.
type Mention struct {
	Name
	Start, End int
}

// InText reports whether a text holds anything that may be a name. Every text
// is asked, so it looks for the rarest part of the prefix first.
func InText(text []byte) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("__"))
		if i < 0 {
			return false
		}
		if at += i; bytes.HasSuffix(text[:at+2], []byte(prefix)) {
			return true
		}
		at++
	}
}

// Mentions returns the names that a text spells in full, with a tool. What
// only shows the form of names is left out.
func Mentions(text []byte) []Mention {
	if !InText(text) {
		return nil
	}
	var found []Mention
	for _, at := range mention.FindAllIndex(text, -1) {
		start, end := at[0], at[1]
		if start > 0 && (nameChar(rune(text[start-1])) || strings.IndexByte("/@", text[start-1]) >= 0) {
			continue // also /mcp__github__list_prs, a prompt, and @mcp__files__readme.md, a resource
		}
		if start > 0 && text[start-1] == '*' && text[end-1] == '*' {
			end-- // emphasis of Markdown
		}
		if end < len(text) && strings.IndexByte("<{[$%", text[end]) >= 0 || bytes.HasPrefix(text[end:], []byte("...")) || bytes.HasPrefix(text[end:], []byte("…")) || bytes.HasPrefix(text[end:], []byte(".*")) {
			continue // mcp__github__<tool>, mcp__github__get_{x}, mcp__github__.*
		}
		word := strings.TrimRight(string(text[start:end]), "-")
		n, ok := ParseName(word)
		if !ok || n.Tool() == "" || strings.HasSuffix(word, "_") || slices.Contains(placeholders, n.Tool()) {
			continue
		}
		found = append(found, Mention{n, start, start + len(word)})
	}
	return found
}
