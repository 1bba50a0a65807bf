package git

import (
	"bufio"
	"context"
	"errors"
	"path"
	"strconv"
	"strings"
	"time"
)

// A Version is one state of a file in the history.
type Version struct {
	Blob string    // the object name; "" where the file was not there
	When time.Time // when it came to be, by the committer's clock
}

// History returns the states of files in the history of HEAD, newest first,
// following renames between files of the name base (in any case), and whether
// the history is cut off, as that of a shallow clone is. paths are relative to
// dir; one pass of the log serves them all. Without a commit it is empty.
func (r *Repository) History(ctx context.Context, dir string, paths []string, base string) (states map[string][]Version, cut bool, err error) {
	prefix, err := r.prefix(dir)
	if err != nil {
		return nil, false, err
	}
	head, err := r.resolve(ctx, "HEAD")
	if err != nil {
		return nil, false, nil // no commit yet
	}
	h := &history{ctx: ctx, repo: r, head: head, base: base, most: maxChanges, today: map[string]string{}, states: map[string][]Version{}, cut: r.shallow()}
	for _, p := range paths {
		h.today[prefix+p] = p
	}
	if err = h.read(); err != nil && r.partial() { // without the trees to compare
		h.cut, err = true, nil
	}
	return h.states, h.cut, err
}

// A history is the log of HEAD while it is read, newest first.
type history struct {
	ctx    context.Context
	repo   *Repository
	head   string
	base   string
	today  map[string]string // the name at this point of the log → today's
	states map[string][]Version
	most   int // changes of files that are read, of all commits
	cut    bool
}

// errEnough says that a log is longer than what is read of it.
var errEnough = errors.New("more changes than are read")

// A commit is what one commit did to files of the name.
type commit struct {
	id      string
	when    time.Time
	touched []touch
	deleted map[string]string // the first file of each object that it deleted
	renames map[string]string // see similar; nil until it is asked for
}

// A touch is one file that a commit added (A), deleted (D) or changed.
type touch struct {
	status byte
	name   string
	now    string // its object
}

// read reads the log. Without a pattern of paths, which git would match
// against every entry of every tree, and without renames, which it would look
// for among all files.
func (h *history) read() error {
	dir, env, err := h.repo.borrow()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(h.ctx, patience)
	defer cancel()
	cmd := command(ctx, dir, env, "-c", "log.showRoot=true", "-c", "log.diffMerges=separate", "log", "--format=%x01%H %ct", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "-m", "--first-parent", h.head, "--")
	if err := read(cmd, h.log); err != errEnough {
		return err
	}
	h.cut = true
	return nil
}

// log reads what git log prints.
func (h *history) log(fields *bufio.Reader) error {
	var c *commit
	for {
		field, err := fields.ReadString(0)
		if err != nil {
			break
		}
		field = strings.Trim(field, "\n\x00")
		if head, isHead := strings.CutPrefix(field, "\x01"); isHead {
			if c != nil {
				h.follow(c)
			}
			head, record, _ := strings.Cut(head, "\n") // a first record may share the field
			id, stamp, _ := strings.Cut(head, " ")
			seconds, _ := strconv.ParseInt(stamp, 10, 64)
			c = &commit{id: id, when: time.Unix(seconds, 0).UTC(), deleted: map[string]string{}}
			field = strings.TrimLeft(record, "\n")
		}
		info := strings.Fields(strings.TrimPrefix(field, ":"))
		if !strings.HasPrefix(field, ":") || len(info) < 5 || c == nil {
			continue
		}
		name, err := fields.ReadString(0)
		if err != nil {
			break
		}
		if h.most--; h.most < 0 {
			return errEnough
		}
		if name = strings.TrimSuffix(name, "\x00"); strings.EqualFold(path.Base(name), h.base) {
			c.touch(info[4][0], name, info[2], info[3])
		}
	}
	if c != nil {
		h.follow(c)
	}
	return nil
}

func (c *commit) touch(status byte, name, before, now string) {
	c.touched = append(c.touched, touch{status, name, now})
	if _, again := c.deleted[before]; status == 'D' && !again {
		c.deleted[before] = name
	}
}

// follow adds the states that a commit made, under the names of today.
func (h *history) follow(c *commit) {
	renamed := map[string]string{} // today's name of a file → its name before the commit
	for _, t := range c.touched {
		p, known := h.today[t.name]
		if !known {
			continue
		}
		blob := t.now
		if t.status == 'D' {
			blob = ""
		}
		h.states[p] = append(h.states[p], Version{blob, c.when})
		if from := h.renamedFrom(c, t); from != "" {
			delete(h.today, t.name)
			renamed[from] = p
		}
	}
	for from, p := range renamed {
		h.today[from] = p
	}
}

// renamedFrom returns the name that a file had before a commit that added it,
// "" when it is new.
func (h *history) renamedFrom(c *commit, added touch) string {
	if added.status != 'A' {
		return ""
	}
	if from, same := c.deleted[added.now]; same || len(c.deleted) == 0 {
		return from
	}
	return h.similar(c)[added.name]
}

// similar maps the names of files that a commit added to those of the files
// that it deleted and that are much the same.
func (h *history) similar(c *commit) map[string]string {
	if c.renames != nil {
		return c.renames
	}
	c.renames = map[string]string{}
	ctx, cancel := context.WithTimeout(h.ctx, patience)
	defer cancel()
	var fields []string
	dir, env, err := h.repo.borrow()
	if err == nil {
		cmd := command(ctx, dir, env, "diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-ext-diff", "--no-textconv", c.id+"^1", c.id, "--", ":(top,icase,glob)**/"+h.base)
		err = read(cmd, func(out *bufio.Reader) error {
			return records(out, func(field string) error { fields = append(fields, field); return nil })
		})
	}
	if err != nil {
		h.cut = true // a partial clone, without the files to compare
		return nil
	}
	for i := 0; i+2 < len(fields); i += 3 {
		c.renames[fields[i+2]] = fields[i+1]
	}
	return c.renames
}
