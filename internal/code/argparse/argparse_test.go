package argparse

import (
	"slices"
	"strings"
	"testing"
)

// TestOptions reads scripts of a few lines, in front of which the module is imported.
func TestOptions(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"p = argparse.ArgumentParser()\np.add_argument('x')\np.parse_args()", "known"},
		{"p = argparse.ArgumentParser()\np.add_argument('-a', '--all', '--every')\np.parse_args()", "known --all --every"},
		{"p = argparse.ArgumentParser()\np.add_argument('--up', action=argparse.BooleanOptionalAction)\np.parse_args()", "known --no-up --up"},
		{"def f(): return argparse.ArgumentParser()\nf().parse_args(sys.argv[1:])", "known"},
		{"p = argparse.ArgumentParser()\nq = p\np.parse_args()", ""},
		{"p = argparse.ArgumentParser()\np.parse_args()\nuse([p])", ""},
		{"p = argparse.ArgumentParser()\np.add_argument(*names)\np.parse_args()", ""},
		{"p = argparse.ArgumentParser()\np.add_argument('--x', nargs=argparse.REMAINDER)\np.parse_args()", ""},
		{"p = argparse.ArgumentParser()\np.add_argument('--x', action=Own)\np.parse_args()", ""},
		{"p = argparse.ArgumentParser(**settings)\np.parse_args()", ""},
		{"p = argparse.ArgumentParser(prefix_chars='+')\np.parse_args()", ""},
		{"p = make()\np.add_argument('--x')\np.parse_args()\nargparse.ArgumentParser()", ""},
		{"self.p = argparse.ArgumentParser()\nself.p.parse_args()", ""},
		{"p = argparse.ArgumentParser()\nsys.argv.remove('--x')\np.parse_args()", ""},
		{"p = argparse.ArgumentParser()\np.add_argument('--x')", ""},
		{"p = ArgumentParser()\np.parse_args()", ""},
		{"p = argparse.ArgumentParser(\np.parse_args()", ""},
	} {
		o := part.Find("x.py", []byte("import argparse, sys\n"+c.script))
		got := ""
		if o.Known {
			got = strings.Join(slices.Concat([]string{"known"}, o.Long), " ")
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.script, got, c.want)
		}
	}
	if o := part.Find("x.md", []byte("import argparse\np = argparse.ArgumentParser()\np.parse_args()")); o.Known {
		t.Error("a page has options")
	}
	o := part.Find("x.py", []byte("import argparse\np = argparse.ArgumentParser()\np.add_argument('--verbose')\np.add_argument('--all')\nif '--old' in names: pass\np.parse_args()"))
	for option, want := range map[string]bool{"--verbose": true, "--verb": true, "--all": true, "--old": true, "--he": true, "--verbosely": false, "--zone": false, "--ol": false} {
		if o.Takes(option) != want {
			t.Errorf("takes %s: %v", option, !want)
		}
	}
	if o := part.Find("x.py", nil); o.Known || !o.Takes("--x") {
		t.Error("a script that is not there has options")
	}
}
