package git

import (
	"bufio"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// An index is what git knows of the files of the work tree.
type index struct {
	written time.Time
	files   map[string]indexed // by path below the top
}

// An indexed file is one that git tracks, as it was when git last looked.
type indexed struct {
	id             string
	seconds, nanos int64 // when it was written
	size           uint32
	skipped        bool // it is left out of the work tree: a sparse checkout
}

// index reads git's index below a prefix; nil when it cannot be read.
func (r *Repository) index(ctx context.Context, prefix string) *index {
	file := filepath.Join(r.gitDir, "index")
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	ix := &index{written: info.ModTime(), files: map[string]indexed{}}
	err = r.lsFiles(ctx, []string{"-t", "--stage", "--debug"}, prefix, ix.take())
	if err != nil {
		return nil
	}
	return ix
}

// Tracked returns the paths below a folder that git tracks, relative to it.
func (r *Repository) Tracked(ctx context.Context, dir string) (map[string]bool, error) {
	prefix, err := r.prefix(dir)
	if err != nil {
		return nil, err
	}
	tracked := map[string]bool{}
	err = r.lsFiles(ctx, nil, prefix, func(name string) error {
		tracked[strings.TrimPrefix(name, prefix)] = true
		return nil
	})
	return tracked, err
}

// lsFiles lists the index, which git reads without the repository around it.
func (r *Repository) lsFiles(ctx context.Context, options []string, prefix string, use func(record string) error) error {
	dir, env, err := r.borrow()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	args := append([]string{"--literal-pathspecs", "ls-files", "-z", "--cached"}, options...)
	if prefix != "" {
		args = append(args, "--", prefix)
	}
	env = append(env, "GIT_INDEX_FILE="+filepath.Join(r.gitDir, "index"), "GIT_WORK_TREE="+dir)
	files := 0
	return read(command(ctx, dir, env, args...), func(out *bufio.Reader) error {
		return records(out, func(record string) error {
			if files++; files > maxFiles {
				return &Error{Msg: "git's index has more than " + strconv.Itoa(maxFiles) + " files"}
			}
			return use(record)
		})
	})
}

// take returns what reads the records of ls-files: what a file's record says
// of its times and size stands at the beginning of the next.
func (ix *index) take() func(record string) error {
	last := ""
	return func(record string) error {
		for strings.HasPrefix(record, "  ") {
			line, rest, _ := strings.Cut(record, "\n")
			if f, known := ix.files[last]; known {
				f.note(strings.TrimSpace(line))
				ix.files[last] = f
			}
			record = rest
		}
		head, name, ok := strings.Cut(record, "\t")
		fields := strings.Fields(head) // tag, mode, object, stage
		last = name
		if ok && len(fields) == 4 && fields[3] == "0" {
			ix.files[name] = indexed{id: fields[2], skipped: fields[0] == "S"}
		}
		return nil
	}
}

// note reads one line about a file.
func (f *indexed) note(line string) {
	if at, ok := strings.CutPrefix(line, "mtime: "); ok {
		seconds, nanos, _ := strings.Cut(at, ":")
		f.seconds, _ = strconv.ParseInt(seconds, 10, 64)
		f.nanos, _ = strconv.ParseInt(nanos, 10, 64)
	}
	if size, ok := strings.CutPrefix(line, "size: "); ok {
		number, _, _ := strings.Cut(size, "\t")
		n, _ := strconv.ParseUint(number, 10, 32)
		f.size = uint32(n)
	}
}

// vouches reports whether a file is as it was when git found this object in
// it. One that was written together with the index could have changed after.
func (ix *index) vouches(name, id string, info fs.FileInfo) bool {
	if ix == nil {
		return false
	}
	f, known := ix.files[name]
	at := info.ModTime()
	return known && f.id == id && f.size == uint32(info.Size()) && f.seconds == at.Unix() &&
		(f.nanos == 0 || f.nanos == int64(at.Nanosecond())) && at.Before(ix.written)
}

// skipped reports whether a sparse checkout left out a file with this object.
func (ix *index) skipped(name, id string) bool {
	return ix != nil && ix.files[name].skipped && ix.files[name].id == id
}
