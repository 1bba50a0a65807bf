package code

import (
	"fmt"
	"strings"
	"testing"
)

// TestEffects: what code does outside of its process, and not what merely has a name like it.
func TestEffects(t *testing.T) {
	r := reader(t)
	for _, c := range []struct{ file, src, want string }{
		{"a.py", "import requests\nrequests.get('https://api.x.com/v1')\n", `network requests.get "https://api.x.com/v1"`},
		{"a.py", "import requests as r\nr.request('GET', f'https://x.com/{q}')\n", `network r.request "https://x.com/"`},
		{"a.py", "from urllib.request import urlopen as u\nu(url)\n", `network u ""`},
		{"a.py", "import urllib.request\nurllib.request.urlopen('http://x')\n", `network urllib.request.urlopen "http://x"`},
		{"a.py", "requests = []\nrequests.get('x')\n", ``},
		{"a.py", "from app import requests\nrequests.get('x')\n", ``},
		{"a.py", "open('/etc/hosts')\nopen('/var/x', 'w')\nopen(p, mode='ab')\n", `reads open "/etc/hosts"; writes open "/var/x"; writes open ""`},
		{"a.py", "import os\nfrom pathlib import Path\nopen(Path(__file__).parent / 'x.json')\nPath('/tmp/x').write_text('')\nos.path.join('a')\n", `reads open "" inside; writes Path.write_text "/tmp/x"`},
		{"a.ts", "import axios from 'axios'\nimport * as fs from 'node:fs'\nimport { writeFile as w } from 'fs/promises'\naxios.post('https://x.com', 1)\nfs.readFileSync('/etc/hosts')\nw(p, '')\n", `network axios.post "https://x.com"; reads fs.readFileSync "/etc/hosts"; writes w ""`},
		{"a.js", "const https = require('https')\nconst { readFile } = require('fs')\nhttps.get(u)\nreadFile('./x')\nfetch(`https://x.com/${q}`)\n", `network https.get ""; reads readFile "./x"; network fetch "https://x.com/"`},
		{"a.js", "function fetch(x) {}\nfetch('x')\nctx.fetch('x')\nimport { got } from './got'\ngot('x')\n", ``},
		{"a.go", "package a\n\nimport (\n\t\"net/http\"\n\t\"os\"\n)\n\nfunc f() {\n\thttp.Get(\"https://x.com\")\n\tos.WriteFile(\"/tmp/x\", nil, 0)\n}\n", `network http.Get "https://x.com"; writes os.WriteFile "/tmp/x"`},
		{"a.sh", "curl -s https://x.com/y | jq .\necho curl\n", `network curl "https://x.com/y"`},
	} {
		var got []string
		for _, e := range r.Facts(c.file, []byte(c.src)).Effects {
			line := fmt.Sprintf("%s %s %q", [...]string{"network", "reads", "writes"}[e.Kind], e.Text, e.Target)
			if e.Inside {
				line += " inside"
			}
			got = append(got, line)
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s\nis   %s\nwant %s", c.src, got, c.want)
		}
	}
}
