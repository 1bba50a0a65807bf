package lint

import (
	"path"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

var sourceKeys = []string{"name", "git", "path", "url", "at", "folder"}

var sourceName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// sources reads a list of repositories: those that provide skills, or those that use the skills here.
func (r *configReader) sources(key, v *skill.Node, list *[]sources.Source) error {
	if v.Kind != skill.List {
		return r.fail(v, "%s is %s, expected a list of maps with name and one of git, path and url", key.Text, v.Kind)
	}
	known := map[string]bool{}
	for _, s := range *list {
		known[s.Name] = true
	}
	for _, item := range v.Members {
		s, err := r.source(item.Value)
		if err != nil {
			return err
		}
		if known[s.Name] {
			return r.fail(item.Value.Get("name"), "%s lists %q twice", key.Text, s.Name)
		}
		known[s.Name] = true
		*list = append(*list, s)
	}
	return nil
}

func (r *configReader) source(v *skill.Node) (s sources.Source, err error) {
	if v.Kind != skill.Map {
		return s, r.fail(v, "a source is %s, expected a map with name and one of git, path and url", v.Kind)
	}
	fields := map[string]*string{"name": &s.Name, "git": &s.Git, "path": &s.Path, "url": &s.URL, "at": &s.At, "folder": &s.Folder}
	for _, m := range v.Members {
		field := fields[m.Key.Text]
		if field == nil {
			return s, r.fail(m.Key, "unknown key %q%s; known are %s", m.Key.Text, NewSpeller(sourceKeys).DidYouMean(m.Key.Text), strings.Join(sourceKeys, ", "))
		}
		if m.Value.Str() == "" {
			return s, r.fail(m.Value, "%s is %s, expected text", m.Key.Text, m.Value.Kind)
		}
		*field = m.Value.Text
	}
	if !sourceName.MatchString(s.Name) {
		return s, r.fail(v, "a source needs a name of lower-case letters, digits, dots, hyphens and _; this one has %q", s.Name)
	}
	given := 0
	for _, where := range []string{s.Git, s.Path, s.URL} {
		if where != "" {
			given++
		}
	}
	switch {
	case given != 1:
		return s, r.fail(v, "source %q needs one of git, path and url", s.Name)
	case s.Git == "" && (s.At != "" || s.Folder != ""):
		return s, r.fail(v, "source %q has no revisions: at and folder go with git", s.Name)
	case s.URL != "" && !strings.HasPrefix(s.URL, "https://"):
		return s, r.fail(v.Get("url"), "%q is no address that begins with https://", s.URL)
	}
	if s.Git != "" && !strings.HasPrefix(s.Git, "./") && !strings.HasPrefix(s.Git, "../") {
		if err := git.ValidRemote(s.Git); err != nil {
			return s, r.fail(v.Get("git"), "%v", err)
		}
	}
	if s.At != "" {
		if err := git.ValidRef(s.At); err != nil {
			return s, r.fail(v.Get("at"), "%v", err)
		}
	}
	if s.Folder = strings.TrimSuffix(s.Folder, "/"); s.Folder != "" && (path.Clean(s.Folder) != s.Folder || path.IsAbs(s.Folder) || strings.HasPrefix(s.Folder, "..") || strings.Contains(s.Folder, "\\")) {
		return s, r.fail(v.Get("folder"), "%q is no folder inside of the repository", s.Folder)
	}
	return s, nil
}
