package real

import (
	"encoding/binary"
	"math"
	"strings"
)

// common are the words that texts are full of, the most frequent first: among them those that rules
// look at.
var common = strings.Fields(`the and to a of for in with is use when or from this that data file not your code skill run user each
all output only create check test input search report build update query return config error value list source step read before after
model type name path key default result line write project tool context section format analysis workflow review system example
never always delete confirm ask send install command script reference folder version server request response token secret password
design search quality customer market schema deploy python json markdown template agent memory prompt session cache thread`)

// word draws a word: few are frequent, most are rare.
func (w *writer) word() string {
	n := int(math.Pow(float64(len(common)*40), w.random.Float64()) * w.random.Float64())
	if n < len(common) {
		return common[n]
	}
	const heads, tails = "bcdfghklmnprstvw", "aeiou"
	var b strings.Builder
	for n *= 7919; n > 0; n /= 80 {
		b.WriteByte(heads[n%len(heads)])
		b.WriteByte(tails[n/len(heads)%len(tails)])
	}
	return b.String()
}

func (w *writer) sentence(words int) string {
	list := make([]string, words)
	for i := range list {
		list[i] = w.word()
	}
	return strings.Join(list, " ") + "."
}

// fill draws parts, with names for their verbs, until the text has grown by some bytes.
func (w *writer) fill(size int, parts ...string) {
	for end := len(w.text) + size; len(w.text) < end; {
		w.part(parts[w.random.IntN(len(parts))])
	}
}

func (w *writer) part(form string) {
	names := make([]any, strings.Count(form, "%"))
	for i := range names {
		names[i] = w.name()
	}
	w.print(form, names...)
}

// name draws a word of code: few sources speak of skills.
func (w *writer) name() string {
	for {
		if name := w.word(); name != "skill" {
			return name
		}
	}
}

func (w *writer) words(size int) {
	for end := len(w.text) + size; len(w.text) < end; {
		w.print("%s\n", w.sentence(12))
	}
}

func (w *writer) markdown(size int) {
	for end := len(w.text) + size; len(w.text) < end; {
		switch w.random.IntN(12) {
		case 0, 1, 2:
			w.print("## %s\n\n%s %s\n\n", w.word(), w.sentence(25), w.sentence(15))
		case 3, 4, 5:
			for range 3 + w.random.IntN(4) {
				w.print("- **%s**: %s `%s_%s` %s\n", w.word(), w.sentence(5), w.word(), w.word(), w.sentence(4))
			}
			w.print("\n")
		case 6:
			w.print("| %s | %s |\n|---|---|\n", w.word(), w.word())
			for range 4 {
				w.print("| `%s` | %s |\n", w.word(), w.sentence(6))
			}
			w.print("\n")
		case 7:
			w.print("See [%s](https://example.com/%s/%s) and run `%s --%s`.\n\n", w.word(), w.word(), w.word(), w.word(), w.word())
		case 8:
			if len(w.local) > 0 {
				w.print("Read [%s](%s) and `%s` before you go on.\n\n", w.word(), w.local[w.random.IntN(len(w.local))], w.local[w.random.IntN(len(w.local))])
			}
		case 9:
			w.fence("bash", "%s --%s %s\n", "cd %s && ./%s.sh\n", "curl -s https://example.com/%s | jq .%s\n", "# %s %s\n")
		case 10:
			w.fence("python", "%s = load(%q)\n", "for x in %s.%s():\n    print(x)\n", "import %s\n", "# %s %s %s\n")
		case 11:
			w.fence("json", "{%q: {%q: [1, 2, %q]}}\n")
		}
	}
}

func (w *writer) fence(lang string, parts ...string) {
	w.print("```%s\n", lang)
	w.fill(80+w.random.IntN(500), parts...)
	w.print("```\n\n")
}

// python writes a script, two in three of them with a shebang.
func (w *writer) python(size int) {
	if w.random.IntN(3) > 0 {
		w.print("#!/usr/bin/env python3\n")
	}
	w.print("\"\"\"%s\n\n%s\n\"\"\"\n\nimport argparse\nimport json\nimport os\nimport subprocess\nimport sys\nfrom pathlib import Path\n\nimport requests\n\n", w.sentence(9), w.sentence(30))
	if w.random.IntN(6) == 0 { // which has to be parsed: it may lead into another skill
		w.part("\nROOT = Path(__file__).resolve().parent.parent.parent\nsys.path.insert(0, str(ROOT / %q))\n")
	}
	w.fill(size-len(w.text),
		"\ndef %s_%s(%s: str, %s: int = 10) -> dict:\n    \"\"\"%s %s %s.\"\"\"\n    with open(os.path.join(%s, \"%s.json\")) as handle:\n        data = json.load(handle)\n    return {k: v for k, v in data.items() if k != %q}\n\n",
		"\nclass %s_%s:\n    def __init__(self, %s):\n        self.%s = requests.get(f\"https://example.com/%s/{self}\", timeout=30)\n        self.items = [x.strip() for x in self.%s.text.split(\"\\n\")]\n\n    def %s(self):\n        if not self.items:\n            raise ValueError(\"%s %s %s\")\n        return sorted(self.items, key=lambda x: (len(x), x))\n\n",
		"\ndef %s_%s(path: Path, %s=None):\n    # %s %s %s %s\n    result = subprocess.run([\"git\", %q, str(path)], capture_output=True, text=True)\n    if result.returncode != 0:\n        print(f\"%s: {result.stderr}\", file=sys.stderr)\n        sys.exit(1)\n    return [json.loads(l) for l in result.stdout.splitlines() if l]\n\n",
		"\n%s = {\n    %q: [%q, %q, %q],\n    %q: {\"name\": %q, \"value\": 0.25},\n}\n",
	)
	w.print("\nif __name__ == \"__main__\":\n    parser = argparse.ArgumentParser()\n    parser.add_argument(\"--%s\")\n    main(parser.parse_args())\n", w.word())
}

func (w *writer) ecmascript(size int) {
	w.print("import fs from 'node:fs';\nimport path from 'node:path';\nimport { z } from 'zod';\n\n")
	if w.random.IntN(6) == 0 {
		w.part("const helpers = require(path.join(__dirname, '..', '%s'));\n\n")
	}
	w.fill(size-len(w.text),
		"export async function %s_%s(%s, options = {}) {\n  const file = path.join(process.cwd(), '%s', `${%s}.json`);\n  const data = JSON.parse(fs.readFileSync(file, 'utf8'));\n  return data.items.filter((x) => x.%s !== undefined).map((x) => ({ ...x, %s: true }));\n}\n\n",
		"/** %s %s %s %s %s */\nconst %s_%s = {\n  %s: ['%s', '%s'],\n  pattern: /^[a-z]+(?:-[a-z0-9]+)*$/,\n  nested: { %s: 1, %s: null },\n};\n\n",
		"class %s_%s {\n  constructor(%s) {\n    this.%s = %s;\n  }\n  async run() {\n    const response = await fetch(`https://example.com/%s/${this.%s}`);\n    if (!response.ok) throw new Error('%s %s');\n    return response.json();\n  }\n}\n\n",
	)
}

// minified writes a bundle of one long line.
func (w *writer) minified(size int) {
	w.fill(size, "function %s(e,t){return e.%s&&t.%s?e.%s(t):void 0}", "var %s=%q,n=[1,2,3].map((e=>e*2));", "!function(e){e.%s=e.%s||{},e.%s=/[%s]+/g}(this);", "if(%s===null){throw Error(%q+%s)}else for(let r=0;r<9;r++)%s[r]=r;")
}

func (w *writer) shell(size int) {
	w.print("#!/usr/bin/env bash\nset -euo pipefail\n\n")
	w.fill(size-len(w.text), "%s_%s() {\n  local %s=\"$1\"\n  if [ -z \"$%s\" ]; then\n    echo \"%s %s\" >&2\n    exit 1\n  fi\n}\n\n", "# %s %s %s %s\n", "curl -fsSL \"https://example.com/%s\" -o \"$TMP/%s.json\"\n", "for f in \"$DIR\"/%s/*.md; do\n  grep -c '%s' \"$f\" || true\ndone\n", "echo \"%s: $%s\"\n")
}

func (w *writer) json(size int) {
	w.print("{\n  \"items\": [\n")
	w.fill(size, "    {\"id\": %q, \"name\": %q, \"tags\": [%q, %q], \"nested\": {\"value\": 12.5, \"on\": true}},\n", "    {\"text\": \"%s %s %s %s %s\", \"url\": \"https://example.com/%s\"},\n")
	w.print("    null\n  ]\n}\n")
}

func (w *writer) yaml(size int) {
	w.print("items:\n")
	w.fill(size, "  - name: %s\n    value: %s %s %s\n    tags: [%s, %s]\n", "  - id: %s\n    nested:\n      text: >-\n        %s %s %s %s\n        %s %s\n")
}

func (w *writer) html(size int) {
	w.print("<!doctype html>\n<html><head><title>%s</title></head><body>\n", w.word())
	w.fill(size, "<p class=\"%s\">%s %s %s %s %s</p>\n", "<a href=\"https://example.com/%s\">%s</a>\n", "<div id=\"%s\"><span>%s</span></div>\n")
	w.print("</body></html>\n")
}

func (w *writer) svg(size int) {
	w.print("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\">\n")
	for end := len(w.text) + size; len(w.text) < end; {
		w.print("<path d=\"M%d %dL%d.5 %dC1 2 3 4 5 6Z\"/>\n", w.random.IntN(999), w.random.IntN(999), w.random.IntN(999), w.random.IntN(999))
	}
	w.print("</svg>\n")
}

func (w *writer) table(size int) {
	for end := len(w.text) + size; len(w.text) < end; {
		w.print("%s,%d,%s,%d.5\n", w.word(), w.random.IntN(9999), w.word(), w.random.IntN(99))
	}
}

// noise writes what is no text.
func (w *writer) noise(size int) {
	w.print("\x89PNG\r\n\x1a\n\x00")
	for range size / 8 {
		w.text = binary.LittleEndian.AppendUint64(w.text, w.random.Uint64())
	}
}

// ignored writes a .gitignore of some lines.
func (w *writer) ignored(lines int) {
	forms := []string{"x%s/\n", "*.x%s\n", "/x%s/%s/\n", "**/x%s/*.tmp\n", "# %s %s\n", "!x%s.md\n", "x%s*.[oa]\n", "\n"} // of nothing that is there
	for range lines {
		w.part(forms[w.random.IntN(len(forms))])
	}
}
