// Package real writes workspaces like those that people publish: as many files a
// skill, of the kinds, sizes and depths that were measured over 100 public
// repositories with 8,244 skills and 57,000 files on 2026-11-23. Their texts are
// made up, of the forms that rules look at.
package real

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// sizes are the bytes of files at the 10th, 50th, 90th and 99th hundredth, and of the largest.
type sizes [5]float64

// A kind is one kind of files.
type kind struct {
	ext    string
	folder string  // of a skill, in which it stands
	each   float64 // how many a skill
	sizes  sizes
	text   func(w *writer, size int)
}

// manifests are the sizes of the SKILL.md.
var manifests = sizes{2_263, 6_149, 14_426, 33_564, 144_988}

// kinds are the files beside the manifests.
var kinds = []kind{
	{".md", "references", 2.87, sizes{450, 3_500, 13_900, 42_000, 1_077_228}, (*writer).markdown},
	{".py", "scripts", 0.70, sizes{1_029, 7_461, 20_568, 56_746, 483_028}, (*writer).python},
	{".json", "assets", 0.44, sizes{263, 677, 5_894, 185_844, 2_860_309}, (*writer).json},
	{".html", "assets", 0.26, sizes{6_165, 6_268, 8_098, 44_998, 1_081_038}, (*writer).html},
	{"", "", 0.22, sizes{36, 1_638, 11_255, 16_366, 1_262_100}, (*writer).words},
	{".ts", "src", 0.20, sizes{750, 3_683, 15_658, 61_836, 659_636}, (*writer).ecmascript},
	{".mjs", "scripts", 0.14, sizes{932, 4_118, 18_416, 51_164, 176_652}, (*writer).ecmascript},
	{".sh", "scripts", 0.14, sizes{682, 4_211, 14_688, 47_168, 904_178}, (*writer).shell},
	{".js", "scripts", 0.13, sizes{976, 6_300, 23_000, 83_615, 317_534}, (*writer).ecmascript},
	{".min.js", "assets", 0.0012, sizes{22_430, 586_083, 2_362_719, 3_336_946, 3_336_946}, (*writer).minified},
	{".yaml", "assets", 0.15, sizes{128, 1_200, 6_500, 40_000, 367_206}, (*writer).yaml},
	{".svg", "assets", 0.16, sizes{745, 2_000, 40_000, 242_277, 1_076_384}, (*writer).svg},
	{".txt", "references", 0.08, sizes{24, 496, 7_158, 48_696, 940_100}, (*writer).words},
	{".csv", "assets", 0.02, sizes{865, 11_559, 22_140, 1_524_875, 1_579_513}, (*writer).table},
	{".patch", "references", 0.10, sizes{672, 1_412, 4_353, 13_624, 23_096}, (*writer).words},
	{".png", "assets", 0.05, sizes{24_925, 165_957, 678_283, 1_559_953, 2_587_021}, (*writer).noise},
}

// perRepository and perPlugin are how many skills stand in one; every third plugin's
// folder stands for a skill's own, too.
const (
	perRepository = 85
	perPlugin     = 9
)

// Write writes a workspace of some skills below a folder, always the same for a seed,
// and returns how many files it has, and how many bytes.
func Write(dir string, skills int, seed uint64) (files int, bytes int64, err error) {
	w := &writer{random: rand.New(rand.NewPCG(seed, seed)), dir: dir}
	for first := 0; first < skills; first += perRepository {
		w.repository(first, min(perRepository, skills-first))
	}
	return w.files, w.bytes, w.err
}

// A writer writes files, and the text of the next one.
type writer struct {
	random *rand.Rand
	dir    string
	text   []byte
	local  []string // what a link of the text may lead to

	files int
	bytes int64
	err   error
}

// repository writes one repository: its marketplace, plugins and skills.
func (w *writer) repository(first, skills int) {
	root := fmt.Sprintf("owner%d--skills", first/perRepository)
	var plugins []string
	for i := range skills {
		name := fmt.Sprintf("%s-%s-%d", w.word(), w.word(), first+i)
		base := path.Join(root, "skills")
		if first/perRepository%4 != 0 { // three in four are marketplaces
			plugin := fmt.Sprintf("plugin-%d", i/perPlugin)
			base = path.Join(root, "plugins", plugin, "skills")
			if i%perPlugin == 0 {
				plugins = append(plugins, fmt.Sprintf(`{"name": %q, "source": "./plugins/%s"}`, plugin, plugin))
				w.print("{\n  \"name\": %q,\n  \"version\": \"1.%d.0\",\n  \"description\": %q\n}\n", plugin, i, w.sentence(20))
				w.file(path.Join(path.Dir(base), ".claude-plugin/plugin.json"))
			}
		}
		w.skill(path.Join(base, name), name)
	}
	if plugins != nil {
		w.print("{\n  \"name\": \"market-%d\",\n  \"owner\": {\"name\": \"owner%d\"},\n  \"plugins\": [\n    %s\n  ]\n}\n", first, first, strings.Join(plugins, ",\n    "))
		w.file(path.Join(root, ".claude-plugin/marketplace.json"))
	}
	w.ignored(60)
	w.file(path.Join(root, ".gitignore"))
	w.markdown(12_000)
	w.file(path.Join(root, "README.md"))
}

// skill writes the folder of one skill.
func (w *writer) skill(dir, name string) {
	var paths []string
	for _, k := range kinds {
		for range w.count(k.each) {
			p := path.Join(k.folder, fmt.Sprintf("%s-%d%s", w.word(), len(paths), k.ext))
			paths = append(paths, p)
			w.local = paths
			k.text(w, w.size(k.sizes))
			w.file(path.Join(dir, p))
		}
	}
	if w.random.Float64() < 0.012 {
		w.ignored(4 + w.random.IntN(60))
		w.file(path.Join(dir, "scripts", ".gitignore"))
	}
	w.print("---\nname: %s\ndescription: %s Use when %s\nlicense: MIT\nallowed-tools: Read, Write, Bash(git:*)\n---\n\n# %s\n\n", name, w.sentence(18), w.sentence(12), name)
	for _, p := range paths {
		if w.random.IntN(16) > 0 { // the others are named in no list
			w.print("- `%s`: %s\n", p, w.sentence(6))
		}
	}
	w.print("\n")
	w.markdown(w.size(manifests))
	w.local = nil
	w.file(path.Join(dir, "SKILL.md"))
}

// count draws how many files a skill has of what there are so many each: most have none,
// some have many.
func (w *writer) count(each float64) int {
	return int(w.random.ExpFloat64()*each + w.random.Float64())
}

// size draws a size: between two hundredths by its logarithm.
func (w *writer) size(s sizes) int {
	at := []float64{0, 0.1, 0.5, 0.9, 0.99, 1}
	known := append([]float64{s[0] / 4}, s[:]...)
	u := w.random.Float64()
	i := 1
	for u > at[i] {
		i++
	}
	share := (u - at[i-1]) / (at[i] - at[i-1])
	return int(math.Exp(math.Log(known[i-1]) + share*(math.Log(known[i])-math.Log(known[i-1]))))
}

// file writes the text to a path, and begins the next.
func (w *writer) file(p string) {
	p = filepath.Join(w.dir, filepath.FromSlash(p))
	if w.err == nil {
		w.err = os.MkdirAll(filepath.Dir(p), 0o755)
	}
	if w.err == nil {
		w.err = os.WriteFile(p, w.text, 0o644)
	}
	w.files++
	w.bytes += int64(len(w.text))
	w.text = w.text[:0]
}

func (w *writer) print(format string, args ...any) { w.text = fmt.Appendf(w.text, format, args...) }
