package git

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
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
// dir; one pass of the log serves them all. Outside of a repository, or
// without a commit, it is empty.
func History(ctx context.Context, dir string, paths []string, base string) (states map[string][]Version, cut bool, err error) {
	prefix, err := run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, false, nil // no repository: there is no history
	}
	if _, err := resolve(ctx, dir, "HEAD"); err != nil {
		return nil, false, nil // no commit yet
	}
	h := &history{ctx: ctx, dir: dir, base: base, today: map[string]string{}, states: map[string][]Version{}, cut: shallow(ctx, dir)}
	for _, p := range paths {
		h.today[strings.TrimSuffix(string(prefix), "\n")+p] = p
	}
	err = h.read()
	return h.states, h.cut, err
}

// A history is the log of HEAD while it is read, newest first.
type history struct {
	ctx    context.Context
	dir    string
	base   string
	today  map[string]string // the name at this point of the log → today's
	states map[string][]Version
	cut    bool
}

// A commit is what one commit did to files of the name.
type commit struct {
	id      string
	when    time.Time
	touched []touch
	renames map[string]string // see similar; nil until it is asked for
}

// A touch is one file that a commit added (A), deleted (D) or changed.
type touch struct {
	status      byte
	name        string
	before, now string // object names
}

// read reads the log. Without a pattern of paths, which git would match
// against every entry of every tree, and without renames, which it would look
// for among all files.
func (h *history) read() error {
	cmd := command(h.ctx, h.dir, "-c", "log.showRoot=true", "-c", "log.showSignature=false", "-c", "log.diffMerges=separate", "log", "--format=%x01%H %ct", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff", "--ignore-submodules=all", "-m", "--first-parent", "HEAD", "--")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var c *commit
	for fields := bufio.NewReaderSize(out, 1<<16); ; {
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
			c = &commit{id: id, when: time.Unix(seconds, 0).UTC()}
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
		if name = strings.TrimSuffix(name, "\x00"); strings.EqualFold(path.Base(name), h.base) {
			c.touched = append(c.touched, touch{info[4][0], name, info[2], info[3]})
		}
	}
	if c != nil {
		h.follow(c)
	}
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		return &Error{Msg: "git log failed: " + err.Error()}
	}
	return nil
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
	deleted := false
	for _, t := range c.touched {
		if t.status == 'D' && t.before == added.now {
			return t.name
		}
		deleted = deleted || t.status == 'D'
	}
	if !deleted {
		return ""
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
	cmd := command(h.ctx, h.dir, "diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-ext-diff", c.id+"^1", c.id, "--", ":(top,icase,glob)**/"+h.base)
	cmd.Args = without(cmd.Args, "--literal-pathspecs")
	out, err := cmd.Output()
	if err != nil {
		h.cut = true // a partial clone, without the files to compare
		return nil
	}
	fields := bytes.Split(out, []byte{0})
	for i := 0; i+2 < len(fields); i += 3 {
		c.renames[string(fields[i+2])] = string(fields[i+1])
	}
	return c.renames
}

// Head names the history of the repository that dir is in: the commit that is
// checked out and, in a shallow clone, the commits at which it ends.
func Head(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "HEAD", "--git-path", "shallow")
	if err != nil {
		return "", err
	}
	commit, shallow, _ := strings.Cut(strings.TrimSuffix(string(out), "\n"), "\n")
	if !filepath.IsAbs(shallow) {
		shallow = filepath.Join(dir, shallow)
	}
	if ends, err := os.ReadFile(shallow); err == nil {
		commit += " " + strings.Join(strings.Fields(string(ends)), " ")
	}
	return commit, nil
}

func without(args []string, drop string) []string {
	var kept []string
	for _, a := range args {
		if a != drop {
			kept = append(kept, a)
		}
	}
	return kept
}
