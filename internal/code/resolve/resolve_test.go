package resolve_test

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/code/resolve"
	"github.com/skilllint/skilllint/internal/tree"
)

// A workspace is a tree with two skills, and how often its modules were read.
type workspace struct {
	*resolve.Resolver
	files  fstest.MapFS
	owners map[string]*resolve.Owner
	reader *code.Reader

	mu    sync.Mutex
	facts map[string]int
}

func newWorkspace(t testing.TB, files map[string]string) *workspace {
	t.Helper()
	w := &workspace{files: fstest.MapFS{}, facts: map[string]int{}, reader: code.NewReader(nil, nil)}
	for name, src := range files {
		if target, ok := strings.CutPrefix(src, "-> "); ok {
			w.files[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
			continue
		}
		w.files[name] = &fstest.MapFile{Data: []byte(src)}
	}
	w.owners = map[string]*resolve.Owner{"skills/jung": {ID: "jung", Dir: "skills/jung"}, "skills/zodiac": {ID: "zodiac", Dir: "skills/zodiac"}}
	w.Resolver = resolve.New(resolve.Inputs{
		Tree: tree.Read(w.files, func(string, bool) bool { return false }), Owners: w.owners,
		Read: func(p string) ([]byte, error) { return fs.ReadFile(w.files, p) },
		Facts: func(p string) *code.Facts {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.facts[p]++
			return w.reader.Facts(p, w.files[p].Data)
		},
	})
	return w
}

// links returns what a source of jung has of others: what it leads to, and by
// which text.
func (w *workspace) links(name, src string) []string {
	p := "skills/jung/" + name
	var out []string
	for _, l := range w.Links(p, w.owners["skills/jung"], w.reader.Facts(p, []byte(src))) {
		kind := "path"
		if l.Import {
			kind = "import"
		}
		line := fmt.Sprintf("%s %s: %s", kind, l.Target, src[l.Start:l.End])
		for _, n := range l.Names {
			line += " " + n.Text
		}
		if l.Via.Path != "" {
			line += " via " + l.Via.Path
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

var tree1 = map[string]string{
	"skills/jung/SKILL.md":           "",
	"skills/jung/lib/own.py":         "",
	"skills/jung/link":               "-> ../zodiac",
	"skills/zodiac/SKILL.md":         "",
	"skills/zodiac/__init__.py":      "",
	"skills/zodiac/services.py":      "def chart(): pass\n",
	"skills/zodiac/index.ts":         "export const chart = 1\n",
	"skills/zodiac/package.json":     `{"name": "@x/zodiac", "main": "index.ts"}`,
	"skills/__init__.py":             "",
	"shared/all.py":                  "from skills.zodiac.services import chart as drawn\n",
	"shared/index.ts":                "export { chart as drawn } from '../skills/zodiac'\nexport const own = 1\n",
	"package.json":                   `{"workspaces": ["skills/*"]}`,
	"tsconfig.json":                  `{"compilerOptions": {"paths": {"@/*": ["skills/*"]}}, /* more */}`,
	"go.mod":                         "module example.com/x\n",
	"skills/zodiac/api/zodiac.go":    "package api\n",
	"skills/zodiac/data/signs.json":  "{}",
	"skills/zodiac/scripts/setup.sh": "",
}

func TestLinks(t *testing.T) {
	w := newWorkspace(t, tree1)
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"a.py", "from skills.zodiac.services import chart\n", []string{"import skills/zodiac/services.py: skills.zodiac.services chart"}},
		{"a.py", "from ..zodiac import services\n", []string{"import skills/zodiac: ..zodiac services"}},
		{"a.py", "import skills\nskills.zodiac.services.chart()\n", []string{"import skills/zodiac/services.py: skills.zodiac.services chart"}},
		{"a.py", "from shared.all import drawn\n", []string{"import skills/zodiac/services.py: drawn drawn via shared/all.py"}},
		{"a.py", "from .lib import own\nimport zodiac, json\n", nil},
		{"a.py", "import_module(f'skills.zodiac.{x}')\n", []string{"import skills/zodiac: f'skills.zodiac.{x}'"}},
		{"a.ts", "import { chart } from '../zodiac'\nimport '@/zodiac/index'\nimport '@x/zodiac'\nimport './lib'\n", []string{
			"import skills/zodiac/index.ts: '../zodiac' chart", "import skills/zodiac/index.ts: '@/zodiac/index'", "import skills/zodiac/index.ts: '@x/zodiac'",
		}},
		{"a.ts", "import { drawn, own } from '../../shared'\nimport * as all from '../../shared'\nall.drawn(all.own)\n", []string{
			"import skills/zodiac/index.ts: drawn drawn via shared/index.ts", "import skills/zodiac/index.ts: drawn drawn via shared/index.ts",
		}},
		{"a.go", "package a\nimport (\n\t\"example.com/x/skills/zodiac/api\"\n\t\"example.com/y/skills/zodiac/api\"\n)\n", []string{`import skills/zodiac/api: "example.com/x/skills/zodiac/api"`}},
		{"bin/a.py", "H = Path(__file__).parents[2]\nopen(H / 'zodiac/data' / name)\nopen(H / 'zodiac' / 'gone')\nopen(H / name / 'data')\n", []string{"path skills/zodiac/data: H / 'zodiac/data' / name"}},
		{"a.py", "Z = Path(__file__).parent.parent / 'zodiac'\nopen(Z / 'data' / 'signs.json')\n", []string{"path skills/zodiac: Path(__file__).parent.parent / 'zodiac'"}},
		{"a.py", "open('../zodiac/data/signs.json')\nopen('skills/zodiac/services.py')\nopen('/opt/skills/zodiac/services.py')\nopen(f'{SKILLS_DIR}/zodiac/data')\n", []string{
			"path skills/zodiac/data/signs.json: '../zodiac/data/signs.json'", "path skills/zodiac/data: f'{SKILLS_DIR}/zodiac/data'",
			"path skills/zodiac/services.py: '/opt/skills/zodiac/services.py'", "path skills/zodiac/services.py: 'skills/zodiac/services.py'",
		}},
		{"a.py", "run('cat x ../zodiac/data/signs.json ../zodiac/services.py')\nrun(['python3', '-m', 'skills.zodiac.services'])\n", []string{
			"path skills/zodiac/data/signs.json: 'cat x ../zodiac/data/signs.json ../zodiac/services.py'", "path skills/zodiac/services.py: 'skills.zodiac.services'",
		}},
		{"a.sh", "sh $SKILL_DIR/../zodiac/scripts/setup.sh\ncat $(git rev-parse --show-toplevel)/skills/zodiac/services.py\ncat link/services.py ./own.sh\n", []string{
			"path skills/zodiac/scripts/setup.sh: $SKILL_DIR/../zodiac/scripts/setup.sh", "path skills/zodiac/services.py: $(git rev-parse --show-toplevel)/skills/zodiac/services.py",
		}},
	} {
		if got := w.links(c.name, c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s\nis   %s\nwant %s", c.src, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

// TestMatters tells files that could refer to another skill from those that
// could not; the words in them alone do not matter.
func TestMatters(t *testing.T) {
	w := newWorkspace(t, tree1)
	for _, c := range []struct {
		name, src string
		want      bool
	}{
		{"a.py", "#!/usr/bin/env python3\n\"\"\"zodiac: run ../zodiac/services.py\"\"\"\nimport os, json\nzodiac = os.environ['zodiac']\n", false},
		{"a.py", "# from ..zodiac import services\nfrom .lib import own\nfrom lib import own\n", false},
		{"a.py", "def f():\n    from ..zodiac import services\n", true},
		{"a.py", "import shared.all\n", true},
		{"a.py", "H = Path(__file__).parent\nopen(H / 'zodiac')\n", false},
		{"a.py", "H = Path(__file__).parent.parent\nopen(H / 'zodiac')\n", true},
		{"a.py", "H = Path(__file__).parent.parent\nopen(H / 'data')\n", false},
		{"bin/a.py", "H = Path(__file__).parent.parent\nopen(H / 'zodiac')\n", false},
		{"a.py", "open('../data/x')\n", false},
		{"a.py", "open('../zodiac/x')\n", true},
		{"a.py", "open('link/services.py')\n", true},
		{"a.py", "x = 'a.b'.split('.')\n", false},
		{"a.py", "run('python3 -m pytest tests')\n", false},
		{"a.py", "run('python3 -m skills.zodiac.services')\n", true},
		{"a.py", "open(f'{SKILLS_DIR}/{name}/x')\n", true},
		{"a.py", "f'{x['a']}'\nimport skills.zodiac\n", true},
		{"a.ts", "import fs from 'fs'\n// import '../zodiac'\nimport { x } from './lib'\n", false},
		{"a.ts", "import x from '../zodiac'\n", true},
		{"a.ts", "const r = /['\"]/\nimport x from '../zodiac' // don't\n", true},
		{"a.ts", "const s = `${a ? `b` : 'c'} // ${require('../zodiac')}`\n", true},
		{"a.ts", "const u = 'http://zodiac'; import '@x/zodiac'\n", true},
		{"a.sh", "#!/bin/sh\n# sh ../zodiac/x\ncd \"$(dirname \"$0\")\"\n./zodiac.sh\n", false},
		{"a.sh", "sh ../zodiac/x\n", true},
		{"a.go", "package a\nimport \"fmt\"\n", false},
		{"a.go", "package a\nimport \"example.com/x/skills/zodiac/api\"\n", true},
		{"a.ipynb", "{}", true},
	} {
		p := "skills/jung/" + c.name
		o := w.reader.Outline(code.LanguageOf(p), []byte(c.src))
		if got := w.Resolver.Matters(p, w.owners["skills/jung"], o, func() []byte { return []byte(c.src) }); got != c.want {
			t.Errorf("Matters(%s) = %v\n%s%+v", p, got, c.src, o)
		}
	}
}

// TestGrowth holds that a module that many files import is asked for its facts
// once for each file at most, however many names they take, and that modules
// that are not there cost none.
func TestGrowth(t *testing.T) {
	files := maps.Clone(tree1)
	w := newWorkspace(t, files)
	src := strings.Repeat("import numpy, pandas.core\nfrom scipy import stats\n", 200)
	for i := range 200 {
		if got := w.links(fmt.Sprintf("m%d.py", i), src+"from shared.all import drawn\n"); len(got) != 1 {
			t.Fatal(got)
		}
	}
	if n := w.facts["shared/all.py"]; n > 400 || len(w.facts) != 1 {
		t.Errorf("facts were asked for %v", w.facts)
	}
}
