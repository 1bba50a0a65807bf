package git

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/limit"
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
	objects := r.Objects()
	defer objects.Close()
	h := &history{ctx: ctx, repo: r, base: base, today: map[string]string{}, states: map[string][]Version{}, cut: r.shallow(), trees: trees{read: objects.Read, most: maxChanges}}
	for _, p := range paths {
		h.today[prefix+p] = p
	}
	if err = h.read(head); err != nil && r.partial() { // without the trees to compare
		h.cut, err = true, nil
	}
	return h.states, h.cut, err
}

// A history is the log of HEAD while it is read, newest first.
type history struct {
	ctx    context.Context
	repo   *Repository
	base   string
	today  map[string]string // the name at this point of the log → today's
	wanted wanted            // the same names; nil when one is another now
	states map[string][]Version
	trees  trees
	cut    bool
}

// A commit is what one commit did to files of the name.
type commit struct {
	id      string
	when    time.Time
	first   bool              // it has no parent
	top     []difference      // from its first parent, in the top folder
	deleted map[string]string // the first file of each object that it deleted; nil until it is asked for
	renames map[string]string // see similar; nil until it is asked for
}

// read reads the log. Of what a commit changed git is asked for the top folder only: it gathers all changes before
// it prints the first, and a small tree can stand for any number of files. Folders on the way to the files are
// compared here.
func (h *history) read(head string) error {
	dir, env, err := h.repo.borrow()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(h.ctx, patience)
	defer cancel()
	h.ctx = ctx
	var commits bytes.Buffer // each with its first parent
	err = read(command(ctx, dir, env, "rev-list", "--first-parent", "--parents", head, "--"), func(out *bufio.Reader) error {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if commits.Len() > limit.Git {
				return errEnough
			}
			ids := strings.Fields(lines.Text())
			commits.WriteString(strings.Join(ids[:min(len(ids), 2)], " ") + "\n")
		}
		return lines.Err()
	})
	if h.cut = h.cut || err == errEnough; err != nil && err != errEnough {
		return err
	}
	cmd := command(ctx, dir, env, "diff-tree", "--stdin", "--root", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--format=%x01%H %ct %P")
	cmd.Stdin = &commits
	return read(cmd, h.log)
}

// log reads what git diff-tree prints: commits with their time and parents, and what they changed.
func (h *history) log(out *bufio.Reader) error {
	var c *commit
	change := "" // of which the name follows
	err := records(out, func(record string) error {
		if change != "" {
			if len(c.top) == maxTop {
				return errEnough
			}
			c.top, change = append(c.top, topOf(change, record)), ""
			return nil
		}
		record = strings.TrimPrefix(record, "\n")
		if head, is := strings.CutPrefix(record, "\x01"); is {
			if c != nil {
				if err := h.follow(c); err != nil {
					return err
				}
			}
			fields := strings.Fields(head)
			seconds, _ := strconv.ParseInt(fields[1], 10, 64)
			c = &commit{id: fields[0], when: time.Unix(seconds, 0).UTC(), first: len(fields) == 2}
		} else if strings.HasPrefix(record, ":") && c != nil {
			change = record
		}
		return nil
	})
	if err == nil && c != nil {
		err = h.follow(c)
	}
	if err == errEnough {
		h.cut, err = true, nil
	}
	return err
}

// topOf reads a change of an entry as git prints it: ":MODE MODE OBJECT OBJECT STATUS".
func topOf(change, name string) difference {
	fields := strings.Fields(change[1:])
	if len(fields) < 4 {
		return difference{path: name}
	}
	side := func(mode, id string) child {
		raw, _ := hex.DecodeString(id)
		return rawEntry{mode: []byte(mode), id: raw}.child()
	}
	return difference{name, side(fields[0], fields[2]), side(fields[1], fields[3])}
}

// follow adds the states that a commit made, under the names of today.
func (h *history) follow(c *commit) error {
	if err := h.ctx.Err(); err != nil {
		return err
	}
	if h.wanted == nil {
		h.wanted = wanted{}
		for name := range h.today {
			h.wanted.add(name)
		}
	}
	var added []difference
	err := h.trees.within(h.wanted, c.top, "", func(d difference) {
		p, known := h.today[d.path]
		if !known {
			return
		}
		h.states[p] = append(h.states[p], Version{hex.EncodeToString([]byte(d.now.id)), c.when})
		if d.before.id == "" {
			added = append(added, d)
		}
	})
	renamed := map[string]string{} // today's name of a file → its name before the commit
	for _, d := range added {
		if from := h.renamedFrom(c, d); from != "" {
			renamed[from] = h.today[d.path]
			delete(h.today, d.path)
			h.wanted = nil
		}
	}
	for from, p := range renamed {
		h.today[from] = p
	}
	return err
}

// renamedFrom returns the name that a file had before a commit that added it,
// "" when it is new.
func (h *history) renamedFrom(c *commit, added difference) string {
	if c.first {
		return ""
	}
	if c.deleted == nil {
		c.deleted = map[string]string{}
		err := h.trees.all(c.top, "", func(dir string, d difference) {
			if _, again := c.deleted[d.before.id]; d.before.id != "" && d.now.id == "" && !again && strings.EqualFold(d.path, h.base) {
				c.deleted[d.before.id] = path.Join(dir, d.path)
			}
		})
		if err != nil {
			h.cut = true // too much, or a partial clone: from here on nothing is known of the name
			c.renames = map[string]string{}
		}
	}
	if from, same := c.deleted[added.now.id]; same || len(c.deleted) == 0 {
		return from
	}
	return h.similar(c)[added.path]
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
