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
		{"p = argparse.ArgumentParser()\nq = argparse.ArgumentParser()\nfor x in [p, q]:\n  x.add_argument('--all')\np.parse_args()", "known --all"},
		{"p = argparse.ArgumentParser()\nfor x in (p, own):\n  x.add_argument('--all')\np.parse_args()", ""},
		{"p = argparse.ArgumentParser()\nfor x in (p, p):\n  x.extend()\np.parse_args()", ""},
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

// TestCommands reads scripts with subcommands.
func TestCommands(t *testing.T) {
	const begin = "import argparse, sys\np = argparse.ArgumentParser()\ns = p.add_subparsers(dest='command')\na = s.add_parser('add', aliases=['new'])\n"
	for _, c := range []struct{ script, want string }{
		{begin + "a.add_argument('file')\np.parse_args()", "add new"},
		{begin + "def main(argv=None):\n  p.parse_args(argv)", "add new"},
		{begin + "s.add_parser('list').add_argument('file')\np.parse_args(sys.argv[1:])", "add list new"},
		{begin + "t = a.add_subparsers()\nt.add_parser('deep')\np.parse_args()", "add deep new"},
		{begin + "c = argparse.ArgumentParser(add_help=False)\nc.add_argument('--x')\ns.add_parser('x', parents=[c])\np.parse_args()", "add new x"},
		{begin + "for x in (a, s.add_parser('b')):\n  x.add_argument('--x')\np.parse_args()", ""},
		{begin + "p.add_argument('file')\np.parse_args()", ""},
		{begin + "g = p.add_argument_group()\ng.add_argument('file')\np.parse_args()", ""},
		{begin + "def more(a):\n  a.add_argument('file')\nmore(p)\np.parse_args()", ""},
		{begin + "for name in names:\n  s.add_parser(name)\np.parse_args()", ""},
		{begin + "s.add_parser('x', aliases=names)\np.parse_args()", ""},
		{begin + "add = s.add_parser\nadd('x')\np.parse_args()", ""},
		{begin + "argv = sys.argv[1:]\np.parse_args(argv)", ""},
		{begin + "def main(argv):\n  argv.insert(0, 'add')\n  p.parse_args(argv)", ""},
		{begin + "def main(argv):\n  if argv[0] == 'old': return\n  p.parse_args(argv)", ""},
		{begin + "p.parse_args(changed(sys.argv[1:]))", ""},
		{begin + "q = argparse.ArgumentParser()\nq.parse_args()\np.parse_args()", ""},
		{"import argparse\np = argparse.ArgumentParser()\np.parse_args()", ""},
	} {
		o := part.Find("x.py", []byte(c.script))
		if got := strings.Join(o.Commands, " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.script, got, c.want)
		}
		if o.Runs("other") != (c.want == "") {
			t.Errorf("%q runs other: %v", c.script, c.want != "")
		}
	}
}
