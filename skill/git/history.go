package git

import (
	"bytes"
	"context"
	"os"
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
// following renames, and whether the history is cut off, as that of a shallow
// clone is. paths are relative to dir; pattern is a glob of all files of that
// kind, so that one pass of the log serves them all. Outside of a repository,
// or without a commit, it is empty.
func History(ctx context.Context, dir string, paths []string, pattern string) (states map[string][]Version, cut bool, err error) {
	prefix, err := run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, false, nil // no repository: there is no history
	}
	if _, err := resolve(ctx, dir, "HEAD"); err != nil {
		return nil, false, nil // no commit yet
	}
	out, err := log(ctx, dir, "-M", pattern)
	if err != nil { // a partial clone: renames with edits cannot be told without the files
		cut = true
		out, err = log(ctx, dir, "-M100%", pattern)
	}
	if err != nil {
		return nil, false, &Error{Msg: "git log failed: " + err.Error()}
	}
	return follow(out, strings.TrimSuffix(string(prefix), "\n"), paths), cut || shallow(ctx, dir), nil
}

// log lists the changes of files with their objects, for follow to read.
func log(ctx context.Context, dir, renames, pattern string) ([]byte, error) {
	cmd := command(ctx, dir, "log", "--format=%x01%ct", "--raw", "-z", renames, "--no-abbrev", "--no-ext-diff", "-m", "--first-parent", "HEAD", "--", ":(top,icase,glob)"+pattern)
	cmd.Args = without(cmd.Args, "--literal-pathspecs")
	return cmd.Output()
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

// follow reads the log newest first and collects the states of each path,
// under the names that it had before.
func follow(log []byte, prefix string, paths []string) map[string][]Version {
	today := make(map[string]string, len(paths)) // the name at this point of the log → today's
	for _, p := range paths {
		today[prefix+p] = p
	}
	versions := map[string][]Version{}
	var when time.Time
	fields := bytes.Split(log, []byte{0})
	for i := 0; i < len(fields); i++ {
		f := strings.TrimLeft(string(fields[i]), "\n")
		if rest, ok := strings.CutPrefix(f, "\x01"); ok {
			// The commit's line and its first record share a field.
			stamp, record, _ := strings.Cut(rest, "\n")
			seconds, _ := strconv.ParseInt(stamp, 10, 64)
			when = time.Unix(seconds, 0).UTC()
			f = strings.TrimLeft(record, "\n")
		}
		info := strings.Fields(strings.TrimPrefix(f, ":"))
		if !strings.HasPrefix(f, ":") || len(info) < 5 || i+1 >= len(fields) {
			continue
		}
		i++
		name, blob := string(fields[i]), info[3]
		from := name
		if status := info[4]; status[0] == 'R' || status[0] == 'C' {
			if i+1 >= len(fields) {
				break
			}
			i++
			name = string(fields[i])
		}
		p, ok := today[name]
		if !ok {
			continue
		}
		if strings.Trim(blob, "0") == "" {
			blob = ""
		}
		versions[p] = append(versions[p], Version{blob, when})
		if info[4][0] == 'R' {
			delete(today, name)
			today[from] = p
		}
	}
	return versions
}
