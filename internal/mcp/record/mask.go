package record

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	names "github.com/skilllint/skilllint/internal/mcp"
)

// minSecret is the shortest value that is hidden: shorter ones stand everywhere.
const minSecret = 6

// A masker hides secrets in a text.
type masker func(string) string

// masker hides the values that the server is given.
func (s Server) masker() masker {
	values := slices.Clone(s.Secrets)
	for _, v := range s.Headers {
		values = append(values, v)
		if _, token, ok := strings.Cut(v, " "); ok {
			values = append(values, token)
		}
	}
	values = append(values, names.URLSecrets(s.URL)...)
	values = slices.DeleteFunc(values, func(v string) bool { return len(v) < minSecret })
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, v := range values {
		pairs = append(pairs, v, "***")
		if e := url.QueryEscape(v); e != v {
			pairs = append(pairs, e, "***")
		}
	}
	replace := strings.NewReplacer(pairs...)
	return func(text string) string { return replace.Replace(text) }
}

// found reports whether the answer holds a secret.
func (m masker) found(a Answer) bool {
	for _, t := range a.Tools {
		if text := string(bytes.ReplaceAll(t, []byte(`\/`), []byte("/"))); m(text) != text {
			return true
		}
	}
	return m(a.Info.Name+a.Info.Version) != a.Info.Name+a.Info.Version
}
