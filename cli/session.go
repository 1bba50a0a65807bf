package cli

import (
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// A session is one workspace on disk that a command works on.
type session struct {
	root *os.Root
	only []string // paths that limit what is reported; nil for everything
	in   lint.Input
	base *base // the earlier state to compare with; nil without one
	new  bool  // report only what is not in the base

	passed  []string // configurations on the way to the root that are not trusted
	foreign bool     // the configuration is the base's, and differs from the workspace's own

	locked []sources.Locked // in place of the lock's entries, to see what others would do; nil for the lock's

	rules   []*lint.Rule           // of the program and of the configuration
	keep    func(rule string) bool // what --select and --ignore leave
	overlay map[string][]byte      // texts in place of those on disk, by path: of --stdin-filename, of an editor

	folder   *tree.Disk       // the files of the root
	disk     fs.FS            // what is read: the folder, or the recorder over it
	recorder *recorder        // the disk, when its looks are to be remembered
	last     *skill.Workspace // an earlier load of the same, whose files are taken over; nil for none
	facts    skill.Keeper     // of files, from earlier runs; nil without the cache
	program  [32]byte         // the SHA-256 of skilllint's own, when there are facts
	asked    *tracking        // what git tracks, where the cache has asked already; nil where the run is to ask
	tracked  string           // the digest of what git tracks; "" when the run did not ask
	commit   string           // the history that the run asked git for, "" when it didn't
}

// A run is one workspace with the findings in it.
type run struct {
	ws       *skill.Workspace
	findings []lint.Finding
}

// open finds the root that the paths are in, and reads its configuration.
func open(f *checkFlags, args []string) (*session, error) {
	now, err := f.day()
	if err != nil {
		return nil, err
	}
	for _, name := range f.targets {
		if err := lint.KnownTarget(name); err != nil {
			return nil, err
		}
	}
	if _, err := lint.KnownHosts(f.hosts...); err != nil {
		return nil, err
	}
	at, err := findRoot(args)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(at.dir)
	if err != nil {
		return nil, err
	}
	s := &session{root: root, only: at.only, passed: at.passed, new: f.onlyNew, overlay: f.overlay, folder: tree.NewDisk(root)}
	s.disk = s.folder
	if f.remembers() {
		s.recorder = newRecorder(s.disk, s.folder.Fd())
		s.disk = s.recorder
	}
	if f.stdinFile != "" { // its text counts in place of the file's, and nothing else is reported
		var file string
		if file, err = stdinPath(root.Name(), f.stdinFile); err == nil {
			s.overlay, s.only = map[string][]byte{file: f.stdinText}, []string{file}
		}
	}
	if err == nil {
		err = s.configure(f, now)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// files are those of the workspace, with other texts for some.
func (s *session) files(overlay map[string][]byte) fs.FS {
	if overlay == nil {
		return s.disk
	}
	return lint.Overlay{Under: s.disk, Files: overlay}
}

// configure opens the base and reads the configuration, which is the base's
// when the change under review must not choose its own.
func (s *session) configure(f *checkFlags, now time.Time) (err error) {
	if s.base, err = openBase(s.root, f); err != nil {
		return err
	}
	s.in.Now = now
	if f.config != "" {
		s.in.Config, err = lint.LoadConfigFile(s.files(s.overlay), f.config, ruleSet)
	} else {
		s.in.Config, err = lint.LoadConfig(s.files(s.overlay), ruleSet)
	}
	if err != nil { // also of a change that is judged by the base's
		return err
	}
	if err := notAhead(s.in.Config); err != nil {
		return err
	}
	if f.configFromBase {
		own := s.in.Config
		if s.in.Config, err = lint.LoadConfig(s.base.fsys, ruleSet); err != nil {
			return fmt.Errorf("%s: %w", s.base.name, err)
		}
		s.foreign = !sameConfig(own, s.in.Config)
	} else if f.config == "" && s.base != nil && s.base.revision != nil {
		before, err := lint.LoadConfig(s.base.fsys, ruleSet)
		if err != nil || !sameConfig(s.in.Config, before) {
			s.in.Rejudged = append(s.in.Rejudged, "the configuration")
		}
	}
	if s.base != nil && s.base.revision != nil && f.baseline != "" && !s.sameInBase(f.baseline) {
		s.in.Rejudged = append(s.in.Rejudged, "the baseline")
	}
	if f.hosts != nil {
		s.in.Config.Hosts, _ = lint.KnownHosts(f.hosts...) // open has looked at them
	}
	if f.targets != nil {
		s.in.Config.Targets = f.targets
	}
	s.rules = s.in.Config.With(ruleSet)
	if s.keep, err = f.ruleFilter(s.rules); err != nil {
		return err
	}
	s.in.Config.Inert, s.in.Config.Named = f.inert, s.only
	if f.selected != nil {
		s.in.Config.Enable(s.rules, s.keep)
	}
	return nil
}

// Close releases the root and the base.
func (s *session) Close() {
	s.folder.Close()
	s.root.Close()
	s.base.Close()
}

// check loads and judges the workspace.
func (s *session) check() (run, error) { return s.checkWith(s.overlay) }

// checkWith loads and judges the workspace with other texts for some files.
func (s *session) checkWith(overlay map[string][]byte) (run, error) {
	opts := s.in.Config.LoadOptions()
	if cache := s.cacheFolder(); cache != "" {
		ignore := opts.Ignore
		opts.Ignore = func(path string) bool { return path == cache || ignore(path) }
	}
	tracked := s.asked
	if s.asked = nil; tracked == nil {
		tracked = &tracking{root: s.root.Name()}
	}
	opts.Tracked = tracked.has
	defer func() {
		if s.tracked = ""; tracked.used.Load() {
			s.tracked = tracked.sum
		}
	}()
	opts.Facts, opts.Last = s.facts, s.last
	fset := skill.FileSetAfter(s.last)
	var err error
	if opts.Sources, err = s.sources(fset); err != nil {
		return run{}, err
	}
	ws, err := skill.Load(fset, s.files(overlay), opts)
	if err != nil {
		return run{}, err
	}
	in := s.in
	in.Workspace = ws
	if in.Announced, s.commit, err = announced(s.root.Name(), ws, in.Now); err != nil {
		return run{}, err
	}
	var known []lint.Finding
	if s.base != nil {
		if in.Base, err = s.loadBase(ws, overlay); err != nil {
			return run{}, err
		}
		if s.new {
			earlier := in
			earlier.Workspace, earlier.Base = in.Base, nil
			known = lint.Run(earlier, s.rules)
		}
	}
	if s.recorder != nil {
		s.recorder.before = nil // all is read
	}
	findings := lint.Run(in, s.rules)
	if s.new {
		findings = lint.Introduced(in.Base, ws, known, findings)
	}
	findings = slices.DeleteFunc(findings, func(f lint.Finding) bool { return f.Rule != lint.InternalError() && !s.keep(f.Rule.Name) })
	return run{ws, within(ws, findings, s.only)}, nil
}

// visible makes a text of a file fit for the terminal.
func visible(s string) string { return report.Visible(s) }

// within keeps the findings below the given paths.
func within(ws *skill.Workspace, findings []lint.Finding, only []string) []lint.Finding {
	return slices.DeleteFunc(findings, func(f lint.Finding) bool {
		file := ws.Fset.Position(f.Pos).Filename
		return file != "" && !under(file, only)
	})
}

// under reports whether a file is one of some paths, or below; nil is everything.
func under(file string, only []string) bool {
	return only == nil || slices.ContainsFunc(only, func(p string) bool {
		return file == path.Clean(p) || strings.HasPrefix(file, p+"/")
	})
}

// baseline is the file of known findings that the configuration names.
func (s *session) baseline() string {
	return filepath.Join(s.root.Name(), filepath.FromSlash(s.in.Config.Baseline))
}

// cacheFolder is the cache's path in the workspace, which is no part of it; ""
// when it is elsewhere.
func (s *session) cacheFolder() string {
	dir, err := cacheDir()
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(s.root.Name(), dir)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// sources reads the workspaces of the configured sources, from lock and cache alone.
func (s *session) sources(fset *token.FileSet) ([]*skill.Workspace, error) {
	if len(s.in.Config.Sources) == 0 {
		return nil, nil
	}
	if s.locked != nil {
		return s.loadSources(fset, s.locked)
	}
	lock, err := sources.ReadLock(s.disk)
	if err != nil {
		return nil, err
	}
	locked, err := sources.Find(s.in.Config.Sources, lock)
	if err != nil {
		return nil, err
	}
	return s.loadSources(fset, locked)
}

func (s *session) loadSources(fset *token.FileSet, locked []sources.Locked) ([]*skill.Workspace, error) {
	store, err := sourceStore()
	if err != nil {
		return nil, err
	}
	return sources.Load(fset, locked, store)
}
