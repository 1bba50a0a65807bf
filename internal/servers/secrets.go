package servers

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/skill"
)

var spelledOut skill.Memo[map[*skill.File][]string]

// Secrets are what a file's definitions of servers spell out and nobody else is
// to read, for mcp.Masked: values of variables and headers that are called so,
// of arguments and addresses. What is filled in from the environment is none.
func Secrets(ws *skill.Workspace, f *skill.File) []string {
	return spelledOut.Of(ws, func() map[*skill.File][]string {
		files := map[*skill.File][]string{}
		for _, s := range Defined(ws) {
			for _, secret := range s.secrets() {
				if !strings.Contains(secret, "${") && !strings.HasPrefix(secret, "{env:") && mcp.Hidden(secret) {
					files[s.File] = append(files[s.File], secret)
				}
			}
		}
		for _, list := range files { // one may be the beginning of another
			slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
		}
		return files
	})[f]
}

func (s *Server) secrets() []string {
	var list []string
	for _, e := range slices.Concat(s.Variables(), s.Node.Get("headers").Entries(), s.Node.Get("http_headers").Entries()) {
		if !mcp.IsSecret(e.Key.Text) {
			continue
		}
		scheme, value, ok := strings.Cut(e.Value.Text, " ") // "Bearer abc"
		if !ok {
			value = scheme
		}
		list = append(list, value)
	}
	before := ""
	_, args := s.Command()
	for _, arg := range args {
		list = append(list, mcp.ArgSecrets(before, arg.Value.Text)...)
		before = arg.Value.Text
	}
	for _, key := range []string{"url", "httpUrl"} {
		list = append(list, mcp.AddressSecrets(s.Node.Get(key).Str())...)
	}
	return list
}
