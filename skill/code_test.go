package skill

import (
	"fmt"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/contract"
)

// codeExtensions are a file name of each language.
var codeFiles = []string{"a.py", "a.ts", "a.tsx", "a.mjs", "a.go", "a.sh", "a.ipynb"}

// codeTree is a workspace with two skills; the code stands in the first.
func codeTree(name string, src []byte) fstest.MapFS {
	manifest := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "---\nid: %s\ndescription: Does %s\nimports:\n  - from: zodiac\n    tools: [calculate_zodiac]\n---\nBody.\n", id, id)}
	}
	return fstest.MapFS{
		"skills/jungastro/SKILL.md":     manifest("jungastro"),
		"skills/zodiac/SKILL.md":        manifest("zodiac"),
		"skills/zodiac/services.py":     {Data: []byte("def calculate_zodiac(): pass\n")},
		"skills/zodiac/index.ts":        {Data: []byte("export const x = 1\n")},
		"shared/all.py":                 {Data: []byte("from skills.zodiac.services import *\nfrom shared.all import *\n")},
		"shared/index.ts":               {Data: []byte("export * from './index'\nexport * from '../skills/zodiac'\n")},
		"tsconfig.json":                 {Data: []byte(`{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"@/*": ["skills/*"]}}}`)},
		"skills/jungastro/" + name:      {Data: src},
		"skills/jungastro/other/own.go": {Data: []byte("package other\n")},
	}
}

func loadTree(t testing.TB, fsys fstest.MapFS) *Workspace {
	t.Helper()
	ws, err := Load(token.NewFileSet(), fsys, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ws
}

// checkRefs holds that each Ref stands in its file, and that they are sorted.
func checkRefs(t *testing.T, ws *Workspace) {
	t.Helper()
	for _, src := range ws.Sources() {
		var lists [6][]contract.Name
		for _, r := range src.Imports {
			lists[0] = append(lists[0], r.Name)
		}
		for _, r := range src.Reaches {
			lists[1] = append(lists[1], r.Name)
		}
		for _, r := range src.Calls {
			lists[2] = append(lists[2], r.Name)
			checkNode(t, ws, src, r.Args)
		}
		for _, r := range src.Reads {
			lists[3] = append(lists[3], r.Name)
		}
		for _, r := range src.Writes {
			lists[4] = append(lists[4], r.Name)
		}
		lists[5] = src.Keys
		size := len(src.Source())
		for _, list := range lists {
			last := token.NoPos
			for _, r := range list {
				if ws.FileAt(r.Pos) != src.File || r.End < r.Pos || src.Offset(r.End) > size {
					t.Fatalf("%s: ref %q stands at %v–%v", src.Path, r.Text, ws.Fset.Position(r.Pos), ws.Fset.Position(r.End))
				}
				if r.Pos < last {
					t.Fatalf("%s: refs are not sorted", src.Path)
				}
				last = r.Pos
			}
		}
	}
}

func checkNode(t *testing.T, ws *Workspace, src *Source, n *Node) {
	if n == nil {
		return
	}
	if n.Pos.IsValid() && ws.FileAt(n.Pos) != src.File {
		t.Fatalf("%s: an argument stands elsewhere", src.Path)
	}
	for _, m := range n.Members {
		checkNode(t, ws, src, m.Value)
	}
}

// TestHostileCode gives every reader what breaks readers: none panics, and
// none takes more than linear time, which would not end within the test.
func TestHostileCode(t *testing.T) {
	long := strings.Repeat("a.b(", 1000)
	sources := map[string]string{
		"one line":      "zodiac = [" + strings.Repeat(`"../zodiac/x", `, 200_000) + "]",
		"brackets":      "zodiac" + strings.Repeat("(", 100_000),
		"braces":        "zodiac" + strings.Repeat("{[", 100_000) + strings.Repeat("]}", 100_000),
		"sums":          "zodiac = " + strings.Repeat(`"a" + x + `, 100_000) + `"b"`,
		"slashes":       "zodiac = x" + strings.Repeat(` / "a"`, 100_000),
		"calls":         "zodiac(" + long + strings.Repeat(")", 1000),
		"chain":         "ToolRegistry" + strings.Repeat(".zodiac", 100_000) + `.execute("x", {})`,
		"names":         "zodiac = a0\n" + names(5000),
		"doubling":      doubling("zodiac", 60),
		"self":          "zodiac = zodiac + zodiac\nToolRegistry.execute(zodiac, zodiac)\nopen(zodiac)\n",
		"invalid UTF-8": "zodiac = '\xff\xfe\x80'\nfrom skills.zodiac import \xc3\x28",
		"NUL":           "zodiac\x00 = 1\nimport skills.zodiac.services\x00",
		"unterminated":  "x = \"\"\"zodiac `${ ' $( << EOF /* ",
		"templates":     "zodiac" + strings.Repeat("`${", 20_000),
		"fstrings":      "zodiac = " + strings.Repeat(`f"{`, 20_000),
		"substitutions": "zodiac=" + strings.Repeat(`"$(dirname `, 20_000),
		"results":       "async def zodiac():\n" + strings.Repeat("    r = await ToolRegistry.execute('calculate_zodiac', {})\n", 20_000),
		"not code":      "%PDF-1.7 zodiac \x01\x02 import ../zodiac",
		"notebook":      `{"cells": [` + strings.Repeat(`{"cell_type": "code", "source": ["import skills.zodiac.services\n", "!sh ../zodiac/x\n"]},`, 5000) + `{}]}`,
		"broken cells":  `{"cells": [` + strings.Repeat(`{"cell_type": "code", "source": "def zodiac(:\n%cd ../zodiac\n%%bash"},`, 20_000) + `{}], "metadata": {"kernelspec": {"language": "python"}}}`,
		"shells":        strings.Repeat("bash -c 'eval \"", 20_000) + "../zodiac/services.py",
		"namespaces":    "import * as zodiac from '../../shared'\nimport skills\n" + strings.Repeat("zodiac.x; skills.zodiac.x\n", 20_000),
		"answers":       "async function zodiac() {\n" + strings.Repeat("const r = await callTool('calculate_zodiac', {}); r.x\n", 20_000) + "}",
		"overwritten":   "package zodiac\nfunc f() {\n" + strings.Repeat("r, err := gateway.Call(ctx, \"calculate_zodiac\", nil)\n", 20_000) + "}",
		"nested JSON":   `{"zodiac": ` + strings.Repeat("[", 100_000),
		"crlf":          "import skills.zodiac.services\r\nToolRegistry.execute('calculate_zodiac',\r\n  {'a': 1})\r\n",
	}
	for title, src := range sources {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			for _, name := range codeFiles {
				checkRefs(t, loadTree(t, codeTree(name, []byte(src))))
			}
		})
	}
}

// TestLargeCode gives every reader a line of 10 MB: it is not read, a note says
// so, and the good skill beside it is still there.
func TestLargeCode(t *testing.T) {
	src := []byte("zodiac = '" + strings.Repeat("x", 10<<20) + "'")
	for _, name := range codeFiles {
		ws := loadTree(t, codeTree(name, src))
		if len(ws.Sources()) != 1 || ws.Sources()[0].Err == nil || !strings.Contains(ws.Sources()[0].Err.Msg, "larger than 5 MiB") || len(ws.Index.ID("zodiac")) != 1 {
			t.Errorf("%s: %+v", name, ws.Sources())
		}
	}
}

func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d = a%d\n", i, i+1)
	}
	return b.String()
}

// doubling is a program whose last name is a list of 2^n elements.
func doubling(name string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s = ['x']\nv0 = [%s, %s]\n", name, name, name)
	for i := range n {
		fmt.Fprintf(&b, "v%d = [v%d, v%d]\nw%d = v%d + v%d\n", i+1, i, i, i+1, i, i)
	}
	fmt.Fprintf(&b, "ToolRegistry.execute('calculate_zodiac', v%d)\nopen(v%d, w%d)\n", n, n, n)
	return b.String()
}

// TestWordsMissNothing holds that a file which the words leave unread says
// nothing: the same code with and without a comment that names all words.
func TestWordsMissNothing(t *testing.T) {
	for name, src := range map[string]string{
		"a.py":    "from skills.zodi\\\nac import services\nimport importlib\nimportlib.import_module('skills.zod\\x69ac.services')\n",
		"b.py":    "from shared.all import calculate_zodiac\n",
		"a.ts":    "import x from '@/zod\\u0069ac'\nimport { x as y } from '../../shared'\n",
		"a.sh":    "sh ../zodiac/services.py\n",
		"a.ipynb": `{"cells": [{"cell_type": "code", "source": "import skills.\u007aodiac.services"}]}`,
	} {
		ws := loadTree(t, codeTree(name, []byte(src)))
		if len(ws.Sources()) != 1 || ws.Sources()[0].silent() {
			t.Errorf("%s: nothing was found in %q", name, src)
		}
	}
}

func FuzzCode(f *testing.F) {
	for i, src := range []string{
		"from skills.zodiac.services import calculate_zodiac\nToolRegistry.execute('calculate_zodiac', {'a': [1, x, *y], **z}, ctx)\n",
		"import { a } from '../zodiac'\nawait callTool({ name: `x${y}`, arguments: { a, ...b } })\nconst cacheKey = `skill:${skillId}`\n",
		"const t: T = <T>x; export * from '@/zodiac'; require(path.join(__dirname, '../zodiac'))\n",
		"export default <A b={c}>../zodiac</A>\n",
		"package main\nimport \"example.com/zodiac\"\nfunc f() { gateway.Call(ctx, \"x\", map[string]any{\"a\": 1, k: v}) }\n",
		"D=\"$(cd \"$(dirname \"$0\")/..\" && pwd)\"\nexec \"$D/../zodiac/services.py\" <<EOF\n$X\nEOF\n",
		`{"cells": [{"cell_type": "code", "source": ["%x\n", "import skills.zodiac\n", "!sh ../zodiac/services.py\n"]}]}`,
		"profile['skills']['zodiac'] = profile.get('skills').get(\"zodiac\")\nPath(__file__).parents[1] / 'zodiac' / f'{x}'\n",
	} {
		f.Add(i%len(codeFiles), []byte(src))
	}
	f.Fuzz(func(t *testing.T, lang int, src []byte) {
		name := codeFiles[(lang%len(codeFiles)+len(codeFiles))%len(codeFiles)]
		tree := codeTree(name, append([]byte("# zodiac\n"), src...))
		if name == "a.ipynb" {
			tree["skills/jungastro/a.ipynb"].Data = src
		}
		checkRefs(t, loadTree(t, tree))
	})
}

func BenchmarkCode(b *testing.B) {
	src := []byte(strings.Repeat(`
from skills.zodiac.services import calculate_zodiac


async def chart(context, profile):
    result = await ToolRegistry.execute("calculate_zodiac", {"birth_date": profile["birth"]}, context)
    if result.get("error") == "subscription_required":
        return {"card": f"subscribe to {result['skill_id']}"}
    return [item.upper() for item in result["chart"] if item and len(item) > 3]
`, 2000))
	tree := codeTree("a.py", src)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		loadTree(b, tree)
	}
}
