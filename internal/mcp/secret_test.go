package mcp_test

import (
	"testing"

	"github.com/skilllint/skilllint/internal/mcp"
)

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-y", "server", "--api-key", "sk-123456"}, "npx -y server --api-key ***"},
		{[]string{"--token=abc", "--port=1"}, "npx --token=*** --port=1"},
		{[]string{"https://me:pass@example.com/x?key=abcdef"}, "npx https://***:***@example.com/x?key=***"},
		{[]string{"a b"}, "npx 'a b'"},
		{[]string{"https://me:pass@home.example.com/x?token=abcdef&b=2#c"}, "npx 'https://***:***@home.example.com/x?token=***&b=***#c'"},
		{[]string{"--url=https://me@home.example.com/x"}, "npx --url=https://***@home.example.com/x"},
		{[]string{"https://example.com/x=1"}, "npx https://example.com/x=1"},
		{[]string{"--auth-token", "--verbose"}, "npx --auth-token --verbose"},
	} {
		if got := mcp.CommandLine("npx", c.args); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestMasked(t *testing.T) {
	for _, c := range []struct{ text, secret, want string }{
		{`"PIN": "1234", "port": 12345`, "1234", `"PIN": "***", "port": 12345`},
		{"abcdefg abcdef", "abcdef", "***g ***"},
		{"x_abc abc abcd", "abc", "x_abc *** abcd"},
		{"?a=123&b=1234", "=123", "?a=***&b=1234"},
		{"?a=123456", "=123456", "?a=***"},
		{"äbc bc", "bc", "äbc ***"},
		{"abab ab", "ab", "abab ***"},
	} {
		if got := mcp.Masked(c.text, []string{c.secret}); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.text, c.secret, got, c.want)
		}
	}
}
