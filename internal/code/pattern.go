package code

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// DefaultCalls are the calls of tools through a registry, by a function's context, by the
// gateway's client, and by that of the Model Context Protocol.
var DefaultCalls = []string{
	"ToolRegistry.execute(name, args, ctx)",
	"ctx.call(name, args)",
	"gateway.Call(ctx, name, args)",
	"gateway.Do(ctx, name)",
	"gateway.call(name, args)",
	"callTool(name, args)",
	"call_tool(name, args)",
	"CallTool(ctx, name, args)",
}

// A CallPattern is one way to call a tool.
type CallPattern struct {
	Callee     []string // the last names of the chain that is called
	Name, Args int      // index of the parameters, -1 without
}

var callPattern = regexp.MustCompile(`^\s*([\pL_$][\pL\pN_$.]*)\s*\(([^()]*)\)\s*$`)

// nameParams and argsParams are the parameters of a pattern that matter, and
// the keywords by which code may give them.
var (
	nameParams = []string{"name", "tool", "tool_name", "toolName", "tool_id", "skill", "skill_name"}
	argsParams = []string{"args", "arguments", "input", "inputs", "params", "parameters", "payload", "kwargs"}
)

// ParseCall reads a pattern of a call.
func ParseCall(pattern string) (CallPattern, error) {
	m := callPattern.FindStringSubmatch(pattern)
	if m == nil {
		return CallPattern{}, fmt.Errorf("%q is no pattern of a call, expected one as %q", pattern, DefaultCalls[0])
	}
	c := CallPattern{strings.Split(m[1], "."), -1, -1}
	if slices.Contains(c.Callee, "") {
		return CallPattern{}, fmt.Errorf("%q is no pattern of a call: a name is empty", pattern)
	}
	for i, param := range strings.Split(m[2], ",") {
		switch param = strings.TrimSpace(param); {
		case c.Name < 0 && slices.Contains(nameParams, param):
			c.Name = i
		case c.Args < 0 && slices.Contains(argsParams, param):
			c.Args = i
		}
	}
	if c.Name < 0 {
		return CallPattern{}, fmt.Errorf("%q says not which parameter is the tool: call it name", pattern)
	}
	return c, nil
}

// matches reports whether a chain of names ends as the pattern does. What
// stands before the last name may be spelled as variables are: toolRegistry,
// tool_registry, _gateway.
func (c *CallPattern) matches(names []string) bool {
	if len(names) < len(c.Callee) {
		return false
	}
	last := len(c.Callee) - 1
	names = names[len(names)-len(c.Callee):]
	return names[last] == c.Callee[last] && slices.EqualFunc(names[:last], c.Callee[:last], func(a, b string) bool { return Fold(a) == Fold(b) })
}

// differs are the bytes that Fold drops or changes.
var differs = bytesOf("-_ABCDEFGHIJKLMNOPQRSTUVWXYZ")

// Fold drops what spellings of one name differ in: case, '-' and '_'.
func Fold(name string) string {
	folded := true // as most names are
	for i := range len(name) {
		folded = folded && name[i] < utf8.RuneSelf && !differs[name[i]]
	}
	if folded {
		return name
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		if r < utf8.RuneSelf && 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// bytesOf are the bytes of a text.
func bytesOf(text string) (t [256]bool) {
	for i := range len(text) {
		t[text[i]] = true
	}
	return t
}
