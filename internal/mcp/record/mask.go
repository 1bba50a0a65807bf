package record

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	names "github.com/skilllint/skilllint/internal/mcp"
)

// A masker hides secrets in a text.
type masker struct {
	long  *strings.Replacer
	short []string // which stand in other words, too
}

func (m masker) mask(text string) string { return names.Masked(m.long.Replace(text), m.short) }

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
	values = slices.DeleteFunc(values, func(v string) bool { return !names.Hidden(v) })
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	var pairs, short []string
	for _, v := range values {
		if names.Short(v) {
			short = append(short, v)
			continue
		}
		pairs = append(pairs, v, "***")
		if e := url.QueryEscape(v); e != v {
			pairs = append(pairs, e, "***")
		}
	}
	return masker{strings.NewReplacer(pairs...), short}
}

// found reports whether the answer holds a secret; a short one may be any word.
func (m masker) found(a Answer) bool {
	for _, t := range a.Tools {
		if text := string(bytes.ReplaceAll(t, []byte(`\/`), []byte("/"))); m.long.Replace(text) != text {
			return true
		}
	}
	info := a.Info.Name + a.Info.Version
	return m.long.Replace(info) != info
}
