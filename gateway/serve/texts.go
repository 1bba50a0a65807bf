package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"go.yaml.in/yaml/v4"
)

// skillsExtension is what SEP-2640 calls itself: skills as resources.
const skillsExtension = "io.modelcontextprotocol/skills"

// The protocol's bounds of one skill.
const (
	mostFiles = 512
	mostBytes = 16 << 20
)

// A skillEntry is a skill as skills/list has it.
type skillEntry struct {
	URI         string          `json:"uri"`
	Frontmatter json.RawMessage `json:"frontmatter"`
	Resources   []skillFile     `json:"resources"`

	id, name, description string
}

// A skillFile is one of its files.
type skillFile struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"`
	Size   int64  `json:"size"`

	path string
}

// texts are the skills' own text and files. They are read when they are asked for; what
// changed since they were listed is not given out under an old digest.
type texts struct {
	root  *os.Root
	known atomic.Pointer[[]*skillEntry]
}

// openTexts lists the skills below a folder.
func openTexts(dir string) (*texts, error) {
	if dir == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &texts{root: root}
	var list []*skillEntry
	err = fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && p != "." && installed(d.Name()) {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || d.Name() != "SKILL.md" {
			return err
		}
		e, err := t.entry(path.Dir(p))
		if e != nil {
			list = append(list, e)
		}
		return err
	})
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("skills: %w", err)
	}
	slices.SortFunc(list, func(a, b *skillEntry) int { return strings.Compare(a.URI, b.URI) })
	t.known.Store(&list)
	return t, nil
}

// replace takes the skills of another listing.
func (t *texts) replace(other *texts) {
	t.known.Store(other.known.Load())
	other.root.Close()
}

// skillName is what a skill may be called to have a URI: the open standard's rule.
var skillName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// entry reads a skill's folder. One that the protocol can't serve is left out: without a
// name, or too large.
func (t *texts) entry(dir string) (*skillEntry, error) {
	text, err := fs.ReadFile(t.root.FS(), path.Join(dir, "SKILL.md"))
	if err != nil {
		return nil, err
	}
	front, ok := frontmatter(text)
	if !ok {
		return nil, nil
	}
	e := &skillEntry{name: word(front["name"]), description: word(front["description"]), id: word(front["id"])}
	if e.id == "" {
		e.id = e.name
	}
	if !skillName.MatchString(e.name) || len(e.name) > 64 || e.description == "" {
		return nil, nil
	}
	if e.Frontmatter, err = json.Marshal(front); err != nil {
		return nil, nil
	}
	e.URI = "skill://" + e.name + "/SKILL.md"
	total := int64(0)
	err = fs.WalkDir(t.root.FS(), dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && installed(d.Name()) {
			return fs.SkipDir
		}
		if err != nil || !d.Type().IsRegular() || installed(d.Name()) {
			return err
		}
		data, err := t.read(p)
		if err != nil {
			return err
		}
		if total += int64(len(data)); total > mostBytes || len(e.Resources) == mostFiles {
			return fs.SkipAll
		}
		relative := strings.TrimPrefix(p, dir+"/")
		e.Resources = append(e.Resources, skillFile{uriOf(e.name, relative), digestOf(data), int64(len(data)), p})
		return nil
	})
	if err != nil || total > mostBytes || len(e.Resources) > mostFiles {
		return nil, err
	}
	return e, nil
}

// installed are files that are no part of a skill: what package managers and git keep there.
func installed(name string) bool {
	return name == "node_modules" || name == "__pycache__" || len(name) > 1 && name[0] == '.'
}

func word(v any) string {
	s, _ := v.(string)
	return s
}

func uriOf(name, file string) string {
	parts := strings.Split(file, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return "skill://" + name + "/" + strings.Join(parts, "/")
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func (t *texts) read(p string) ([]byte, error) {
	f, err := t.root.Open(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes+1))
}

// frontmatter is that of a SKILL.md, as JSON has it: dates stay the words that they are.
func frontmatter(text []byte) (map[string]any, bool) {
	rest, ok := strings.CutPrefix(strings.ReplaceAll(string(text), "\r\n", "\n"), "---\n")
	if !ok {
		return nil, false
	}
	head, _, ok := strings.Cut(rest, "\n---")
	if !ok {
		return nil, false
	}
	var doc yaml.Node
	if yaml.Unmarshal([]byte(head), &doc) != nil || len(doc.Content) == 0 {
		return nil, false
	}
	untime(&doc, 0)
	var front map[string]any
	if doc.Decode(&front) != nil {
		return nil, false
	}
	return front, front != nil
}

// untime makes dates words.
func untime(n *yaml.Node, depth int) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!timestamp" {
		n.Tag = "!!str"
	}
	if depth < 100 {
		for _, c := range n.Content {
			untime(c, depth+1)
		}
	}
}

// of are the skills that a caller may enter.
func (t *texts) of(s *Server, c *Caller) (list []*skillEntry) {
	state := s.state.Load()
	for _, e := range *t.known.Load() {
		if c.may(e.id) && state.skills[e.id] {
			list = append(list, e)
		}
	}
	return list
}
