package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/limit"
)

// cached returns the outcome of an equal run before, or of compute. A run is
// equal when its key is, and everything that it looked at is as it was: what
// files hold counts, not where the workspace is or when they were written.
func cached(f *checkFlags, out *outputs, s *session, compute func() (outcome, error)) (outcome, error) {
	if s.recorder == nil {
		return compute()
	}
	dir, err := cacheDir()
	if err != nil || !private(dir) {
		return compute()
	}
	key, err := runKey(f, out, s)
	if err != nil {
		return compute()
	}
	looks := openLooks(dir, s.root.Name())
	for _, file := range cacheFiles(dir, key) {
		var entry cacheEntry
		if !readChecked(file.path, &entry) || !looks.read(entry.State) {
			continue
		}
		same, renewed := s.finds(entry, looks.table.Looks)
		if !same {
			continue
		}
		if renewed {
			looks.write()
		}
		now := time.Now()
		for _, used := range []string{file.path, looks.path()} {
			_ = os.Chtimes(used, now, now) // keeps it from being dropped
		}
		for i := range entry.Outcome.Files {
			entry.Outcome.Files[i].Path = out.files[i].path
		}
		return entry.Outcome, nil
	}
	closing := s.rememberFacts(dir, looks)
	result, err := compute()
	closing()
	if err == nil && result.Status != exitInternal {
		looks.keep(s.program, s.looks())
		entry := cacheEntry{State: looks.state, Commit: s.commit, Tracked: s.tracked, Outcome: result}
		writeChecked(entryFile(dir, key, entry), &entry)
		tidy(dir, key)
	}
	return result, err
}

// finds reports whether the workspace is as it was in the run of an entry.
// renewed says that stamps of the entry were.
func (s *session) finds(e cacheEntry, looks []look) (same, renewed bool) {
	if e.Commit != "" && e.Commit != commitOf(s.root.Name()) {
		return false, false
	}
	if e.Tracked != "" {
		if s.asked == nil {
			s.asked = &tracking{root: s.root.Name()}
			s.asked.once.Do(s.asked.ask)
		}
		if s.asked.sum != e.Tracked {
			return false, false
		}
	}
	return s.recorder.unchanged(looks)
}

// looks returns what the run looked at, the program too.
func (s *session) looks() []look {
	tool := look{Kind: atTool, Stamp: s.recorder.stamp(atTool, "")}
	if tool.Found = string(s.program[:16]); s.facts == nil {
		tool.Found = s.recorder.again(tool)
	}
	return s.recorder.inOrder(tool)
}

// private reports whether nobody else can write to the cache's folder, which is
// made if need be: what it holds is believed.
func private(dir string) bool {
	_ = os.MkdirAll(dir, 0o700)
	return ownAlone(dir)
}

// rememberFacts gives the session what is known of the workspace's files from
// earlier runs, of this key or of others. What it returns keeps what is known
// then.
func (s *session) rememberFacts(dir string, looks *lookStore) (keep func()) {
	program, err := programSum(dir)
	if err != nil {
		return func() {}
	}
	s.recorder.before = looks.before(program)
	s.recorder.looks = slices.Grow(s.recorder.looks, len(s.recorder.before))
	facts := openFacts(filepath.Join(dir, "facts"), program)
	s.facts, s.program = facts, program
	return facts.Close
}

// runKey digests everything that decides about a run and is no look at the
// workspace: what it is asked, the configuration, the day, the base.
func runKey(f *checkFlags, out *outputs, s *session) (string, error) {
	config, err := json.Marshal(s.in.Config)
	if err != nil {
		return "", err
	}
	asked, formats := *f, []string{out.stdout}
	asked.outputs = nil // where the reports go is no matter
	for _, file := range out.files {
		formats = append(formats, file.format)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %+v %+v %q %q %s %s %q %q\n", version(), asked, out.options, formats, s.only, config, s.in.Now.UTC().Format(time.DateOnly), repositoryPrefix(s.root.Name()), s.passed)
	if s.base != nil && s.base.revision != nil {
		fmt.Fprintf(sum, "%s %q\n", s.base.revision.Commit, slices.Sorted(maps.Keys(s.base.changed)))
	}
	if f.baseline != "" {
		text, err := limit.ReadFile(f.baseline, limit.Baseline)
		if err != nil {
			return "", err
		}
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// A cacheEntry is one run: what it looked at, and what came out.
type cacheEntry struct {
	State   string // of what it looked at, see lookStore
	Commit  string // the history that it asked git for, "" when it didn't
	Tracked string // a digest of what git tracks, "" when it didn't ask
	Outcome outcome
}

// entryFile names an entry after its key and what the run looked at.
func entryFile(dir, key string, entry cacheEntry) string {
	sum := sha256.Sum256([]byte(entry.State + " " + entry.Commit + " " + entry.Tracked))
	return filepath.Join(dir, key+"-"+hex.EncodeToString(sum[:8]))
}

// programSum is the SHA-256 of the program itself: what another one found may
// be something else. It is remembered in a folder for the program's stamp.
func programSum(dir string) (sum [sha256.Size]byte, err error) {
	file, err := os.Executable()
	if err != nil {
		return sum, err
	}
	stamp, _ := fileStamp(noDir, file, true)
	memo := filepath.Join(dir, "looks", "program")
	if text, err := limit.ReadFile(memo, limit.Line); err == nil && stamp != "" && len(text) == len(stamp)+len(sum) && strings.HasPrefix(string(text), stamp) {
		return [sha256.Size]byte(text[len(stamp):]), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	if sum = [sha256.Size]byte(h.Sum(nil)); stamp != "" {
		writeWhole(memo, append([]byte(stamp), sum[:]...))
	}
	return sum, nil
}
