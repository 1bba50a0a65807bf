package skill

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/internal/code"
)

// checkOutlines extracts every file of code in a workspace, and holds that
// those which the look at their words leaves out refer to nothing. It returns
// how many were left out.
func checkOutlines(t *testing.T, ws *Workspace, fsys fs.FS) (left int) {
	t.Helper()
	for _, e := range ws.Tree.Entries() {
		lang, s := code.LanguageOf(e.Path), ws.SkillAt(e.Path)
		if e.Kind != Regular || lang == code.None || s == nil || ws.links == nil {
			continue
		}
		file, err := ws.files.Read(e.Path)
		if err != nil || code.Generated(e.Path, file.Source()) {
			continue
		}
		own := ws.owners[s]
		if ws.matters(file, s) {
			continue
		}
		left++
		facts := ws.reader.Facts(e.Path, file.Source())
		if found := ws.join(file, s, facts, ws.links.Links(e.Path, own, facts)); !found.silent() {
			t.Errorf("%s was left out, but refers to others: %+v\n%s", e.Path, found, file.Source())
		}
	}
	return left
}

// TestOutlineMissesNothing holds it for the code of all examples of the rules,
// also where it lies deeper in its skill.
func TestOutlineMissesNothing(t *testing.T) {
	archives, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil || len(archives) < 100 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	left, seen := 0, 0
	for _, name := range archives {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fsys := fstest.MapFS{}
		for _, f := range txtar.Parse(src).Files {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			if code.LanguageOf(f.Name) != code.None {
				seen++
			}
		}
		left += checkOutlines(t, loadTree(t, fsys), fsys)
	}
	if seen < 100 || left == 0 {
		t.Errorf("%d files of code were seen, %d of them left out", seen, left)
	}
}

// TestOutlineOfParsers holds it for the parsers' own examples, as code of a
// skill beside one that they may lead to.
func TestOutlineOfParsers(t *testing.T) {
	seen, left := 0, 0
	err := filepath.WalkDir("../internal/source", func(p string, d fs.DirEntry, err error) error {
		lang := code.LanguageOf(p)
		if err != nil || d.IsDir() || lang == code.None || lang == code.Go && !strings.Contains(p, "testdata") {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		seen++
		fsys := codeTree(path.Base(filepath.ToSlash(p)), src)
		left += checkOutlines(t, loadTree(t, fsys), fsys)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d left out", seen, left)
}

func FuzzOutline(f *testing.F) {
	for _, src := range []string{
		"import os\nfrom ..zodiac import services\n",
		"HERE = os.path.dirname(__file__)\nopen(os.path.join(HERE, '..', 'zodiac', 'services.py'))\n",
		"P = Path(__file__).parent.parent\nsys.path.insert(0, str(P / 'zodiac'))\n",
		"subprocess.run([sys.executable, '-m', 'skills.zodiac.services'])\nrun('python -m skills.zodiac.services x')\n",
		"open(f'{SKILLS_DIR}/zodiac/services.py')\nopen('../zodiac/services.py')\nopen('skills/zodiac/services.py')\n",
		"profile['skills']['zodiac']['x'] = 1\nkey = f'/tmp/{skill_id}'\n",
		"const a = require('../zodiac'), b = /[\"'`]/.test(x) // don't\nexport * from \"@/zodiac\"\n",
		"const s = `${path.join(__dirname, '../zodiac')}/index.ts`\nfs.readFileSync(new URL('../zodiac/index.ts', import.meta.url))\n",
		"D=\"$(cd \"$(dirname \"$0\")/..\" && pwd)\"\nsh $D/zodiac/services.py # ../zodiac\n. ../zodiac/services.py\n",
		"cat $SKILL_DIR/../zodiac/services.py $BASH_SOURCE/../../zodiac/index.ts $X$SKILLS_DIR/zodiac/index.ts\n",
		"python3 -m skills.zodiac.services\nbash -c 'cat ../zodiac/services.py'\nX=${BASH_SOURCE[0]%/*}/../zodiac/services.py\n",
		"package a\nfunc f() { gateway.Call(ctx, \"calculate_zodiac\", nil); os.Open(\"../zodiac/services.py\") }\n",
	} {
		for j := range codeFiles {
			f.Add(j, []byte(src))
		}
	}
	f.Fuzz(func(t *testing.T, lang int, src []byte) {
		name := codeFiles[(lang%len(codeFiles)+len(codeFiles))%len(codeFiles)]
		fsys := codeTree(name, src)
		checkOutlines(t, loadTree(t, fsys), fsys)
	})
}
