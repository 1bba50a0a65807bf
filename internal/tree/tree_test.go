package tree

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestGitIgnore compares with git itself, where it is installed.
func TestGitIgnore(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal("git is needed for the comparison")
	}
	dir := t.TempDir()
	files := map[string]string{
		".gitignore":     "*.log\n!keep.log\n/build\nnode/\na/**/z\n**/deep\n\\#hash\n[xyz]?.txt\ntrail  \nsub/*.md\n# comment\n!\nq/**\n",
		"sub/.gitignore": "*.tmp\n!../x.log\n/only\n",
	}
	for _, p := range []string{"x.log", "keep.log", "build/a", "sub/build/a", "node/a", "sub/node/b", "a/z", "a/b/c/z", "a/b/z/y", "m/n/deep", "deep", "#hash", "x1.txt", "w1.txt",
		"trail", "sub/r.md", "sub/s/r.md", "sub/t.tmp", "t.tmp", "sub/only", "only", "q/r", "q/r/s", "plain", "sub/x.log", "z"} {
		files[p] = "x"
	}
	for p, src := range files {
		full := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			continue // a file of that name is there already
		}
		_ = os.WriteFile(full, []byte(src), 0o644)
	}
	run := func(args ...string) string {
		cmd := exec.Command(git, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(args, err)
		}
		return string(out)
	}
	run("init", "-q")
	want := strings.Split(strings.TrimRight(run("ls-files", "-coz", "--exclude-standard"), "\x00"), "\x00")
	slices.Sort(want)
	tree := Read(os.DirFS(dir), func(string, bool) bool { return false })
	var got []string
	for _, e := range tree.Entries() {
		if e.Kind == Regular {
			got = append(got, e.Path)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %q\ngit has %q", got, want)
	}
}

// link is a symbolic link.
func link(to string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
}

func TestResolve(t *testing.T) {
	tree := Read(fstest.MapFS{
		"a/x.md":              {Data: []byte("x")},
		"to-a":                link("a"),
		"far":                 link("../out"),
		"abs":                 link("/etc"),
		"loop":                link("loop2"),
		"loop2":               link("loop"),
		"up/back":             link(".."),
		"node_modules/p/x.md": {Data: []byte("x")},
	}, func(string, bool) bool { return false })
	for path, want := range map[string]EntryKind{
		"a/x.md": Regular, "to-a/x.md": Regular, "up/back/up/back/a": Dir, "far/x": Outside, "abs/passwd": Outside,
		"loop": Absent, "a/y.md": Absent, "a/x.md/z": Absent, "../q": Outside, ".": Dir, "node_modules/p/nothing.md": Pruned,
	} {
		if _, got := tree.Resolve(path); got != want {
			t.Errorf("Resolve(%q) is %d, want %d", path, got, want)
		}
	}
}

func TestAliases(t *testing.T) {
	tree := Read(fstest.MapFS{
		"shelf/pack/SKILL.md": {Data: []byte("x")},
		"skills":              link("shelf"),
		"again":               link("skills"),
		"plugin/skills/pack":  link("../../shelf/pack"),
		"page.md":             link("shelf/pack/SKILL.md"),
		"root":                link("."),
		"gone":                link("nowhere"),
	}, func(string, bool) bool { return false })
	for path, want := range map[string][]string{
		"shelf/pack/SKILL.md": {"page.md", "plugin/skills/pack/SKILL.md", "again/pack/SKILL.md", "skills/pack/SKILL.md"},
		"shelf":               {"again", "skills"},
		"plugin":              nil,
		".":                   nil,
	} {
		if got := tree.Aliases(path); !slices.Equal(got, want) {
			t.Errorf("Aliases(%q) is %q, want %q", path, got, want)
		}
	}
}

// TestLiteralPart holds that a glob is tried only on names with the longest
// text that it asks for, and that each name that it matches has that text.
func TestLiteralPart(t *testing.T) {
	for glob, want := range map[string]string{
		"*x12*y": "x12", "a?bcd*": "bcd", "[abc]de*f": "de", `a\*bcd?`: "bcd", "*?[x]": "", `[\]a]bb*`: "bb", "ü*äö": "äö",
	} {
		if got := newSegment(glob).part; got != want {
			t.Errorf("%s: %q, not %q", glob, got, want)
		}
	}
	for name, globs := range map[string][]string{"ax12zy": {"*x12*y", "a*", "?x[0-9]*"}, "a*bcdx": {`a\*bcd?`}, "]bbc": {`[\]a]bb*`}} {
		for _, glob := range globs {
			if !newSegment(glob).match(name) {
				t.Errorf("%s does not match %s", glob, name)
			}
		}
	}
}

// TestManyPatterns holds that a .gitignore of more patterns than are tried is
// not followed, as one that is too large.
func TestManyPatterns(t *testing.T) {
	for n, want := range map[int]bool{maxIgnorePatterns: true, maxIgnorePatterns + 1: false} {
		fsys := fstest.MapFS{".gitignore": {Data: []byte(strings.Repeat("*.log\n", n))}}
		if got := rootIgnore(fsys).with(fsys, ".").match("a.log", false); got != want {
			t.Errorf("%d patterns: %v", n, got)
		}
	}
}

func TestSubmodules(t *testing.T) {
	tree := Read(fstest.MapFS{
		".gitmodules":   {Data: []byte("[submodule \"a\"]\n\tpath = lib/a\n[submodule \"b\"]\n\tpath = \"b\"\n[submodule \"c\"]\n\tpath = c\n\tpath = ../d\n")},
		"lib/a":         {Mode: fs.ModeDir | 0o755},
		"b/README.md":   {},
		"lib/a-b/x.txt": {},
	}, func(string, bool) bool { return false })
	for p, want := range map[string]EntryKind{"lib/a/x": Pruned, "lib/a": Pruned, "b/x": Absent, "b/README.md": Regular, "c/x": Pruned, "lib/a-b/x.txt": Regular, "lib/x": Absent, "d": Absent} {
		if _, kind := tree.Resolve(p); kind != want {
			t.Errorf("%s is %d, expected %d", p, kind, want)
		}
	}
}

func TestIgnored(t *testing.T) {
	fsys := fstest.MapFS{
		".gitignore":      {Data: []byte("data/\n*.log\n/out\n!keep.log\n")},
		"a/.gitignore":    {Data: []byte("made/*\n!made/by-hand.md\n")},
		"a/b.md":          {},
		"a/made/old.md":   {},
		"a/c/.gitignore":  {Data: []byte("!data/\n")},
		"a/c/data/one.md": {},
	}
	tree := Read(fsys, func(string, bool) bool { return false })
	for path, want := range map[string]bool{
		"x.md": false, "x.log": true, "a/x.log": true, "keep.log": false, "data/x.md": true, "a/data/x/y.md": true, "out/x.md": true, "a/out/x.md": false,
		"a/made/x.md": true, "a/made/by-hand.md": false, "a/c/data/two.md": false, "a/c/x.log": true, "gone/data/x.md": true, "../x.log": false, ".": false,
	} {
		if got := tree.Ignored(path); got != want {
			t.Errorf("Ignored(%q) = %v, want %v", path, got, want)
		}
	}
}
