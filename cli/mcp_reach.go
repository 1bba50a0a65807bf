package cli

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/mcp/record"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/skill"
)

// variable matches ${NAME}, ${NAME:-default} and ${env:NAME}, and {env:NAME} of opencode.
var variable = regexp.MustCompile(`\$\{[^}]*\}|\{env:[^}]*\}`)

// reach is how the definition says that the server is reached, with the
// variables filled in. root is the folder of the workspace, getenv looks a
// variable up. Values that came of variables, and those under names of secrets,
// are Secrets.
func reach(s *servers.Server, root string, getenv func(string) (string, bool)) (record.Server, error) {
	r := reacher{root: root, dir: filepath.Join(root, filepath.FromSlash(s.Dir)), getenv: getenv}
	n := s.Node
	out := record.Server{Env: map[string]string{}}
	switch kind := n.Get("type").Str(); {
	case kind == "sse":
		return out, fmt.Errorf("the transport sse is deprecated and not spoken here: expected http or stdio")
	case kind == "ws":
		return out, fmt.Errorf("the transport ws is not spoken here: expected http or stdio")
	}
	out.Dir = root
	if s.Plugin != nil {
		out.Dir = r.dir
	}
	for _, key := range []string{"url", "httpUrl"} {
		if v := n.Get(key); v.Str() != "" && out.URL == "" {
			out.URL = r.text(v)
		}
	}
	if command, args := s.Command(); command != nil {
		out.URL, out.Command = "", r.text(command)
		before := ""
		for _, item := range args {
			arg := r.fill(item.Value.Text)
			for _, secret := range mcp.ArgSecrets(before, arg) {
				r.secrets = append(r.secrets, strings.TrimLeft(secret, "/:="))
			}
			out.Args, before = append(out.Args, arg), arg
		}
		out.Env = r.values(s.Variables())
	}
	out.Headers = r.values(n.Get("headers").Entries())
	maps.Copy(out.Headers, r.values(n.Get("http_headers").Entries()))
	for _, e := range n.Get("env_http_headers").Entries() { // of Codex: the values are names of variables
		out.Headers[e.Key.Text] = r.variable(e.Value.Text)
	}
	if name := n.Get("bearer_token_env_var").Str(); name != "" {
		out.Headers["Authorization"] = "Bearer " + r.variable(name)
	}
	for _, item := range n.Get("env_vars").Items() {
		out.Env[item.Value.Text] = r.variable(item.Value.Text)
	}
	out.Secrets = r.secrets
	if r.err == nil && out.URL == "" && out.Command == "" {
		r.err = fmt.Errorf("its definition has neither command nor url")
	}
	return out, r.err
}

type reacher struct {
	root, dir string
	getenv    func(string) (string, bool)
	secrets   []string
	err       error
}

func (r *reacher) text(n *skill.Node) string { return r.fill(n.Str()) }

// values fills in a map of texts.
func (r *reacher) values(entries []skill.Member) map[string]string {
	values := map[string]string{}
	for _, e := range entries {
		v := r.fill(e.Value.Text)
		if mcp.IsSecret(e.Key.Text) {
			r.secrets = append(r.secrets, v)
		}
		values[e.Key.Text] = v
	}
	return values
}

// variable returns the value of a variable that has to be set.
func (r *reacher) variable(name string) string { return r.fill("${" + name + "}") }

// fill puts the values of variables into a text.
func (r *reacher) fill(text string) string {
	return variable.ReplaceAllStringFunc(text, func(word string) string {
		name, standard, has := strings.Cut(strings.TrimLeft(word[:len(word)-1], "${"), ":-")
		name = strings.TrimPrefix(name, "env:")
		switch of, _ := hosts.VariableOfAny(name); of {
		case hosts.InPlugin:
			return r.dir
		case hosts.Project:
			return r.root
		}
		v, ok := r.getenv(name)
		switch {
		case ok:
			r.secrets = append(r.secrets, v)
			return v
		case has:
			return standard
		}
		if r.err == nil {
			r.err = fmt.Errorf("its definition needs the variable %s, which is not set", name)
		}
		return ""
	})
}
