package serve_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway/serve"
)

var update = flag.Bool("update", false, "write the files that are generated")

// TestLoadSaysWhere: what is wrong has a line, a column, and the key that was meant.
func TestLoadSaysWhere(t *testing.T) {
	t.Setenv("AUDIT_KEY", strings.Repeat("0a", 32))
	t.Setenv("SHORT", "0a")
	const good = "contracts: c.json\naudit: files:audit\naudit_key: ${AUDIT_KEY}\n"
	for _, c := range []struct{ config, want string }{
		{good + "quotas: memory\n", `skillgw.yaml:4:1: the configuration has no key "quotas" (did you mean "quota"?)`},
		{good + "auth:\n  jwt:\n    isuer: x\n", `:6:5: jwt has no key "isuer" (did you mean "issuer"?)`},
		{good + "quota: sqllite:x\n", `:4:8: quota is "sqllite", expected one of memory, sqlite, redis, rediss (did you mean "sqlite"?)`},
		{good + "quota: redis://:secret@h:1/0\n", `:4:8: quota has a password in the file: write ${NAME}`},
		{"contracts: c.json\naudit: files:a\naudit_key: 0a0a\n", `:3:12: audit_key is a secret and stands in the file: write ${NAME}`},
		{"contracts: c.json\naudit: files:a\naudit_key: ${SHORT}\n", `:3:12: audit_key is not 32 bytes in hexadecimal`},
		{"contracts: c.json\naudit: files:a\naudit_key: ${NO_SUCH}\n", `:3:12: audit_key needs the environment's variable NO_SUCH, which is not set`},
		{"contracts: c.json\naudit: files:a\n", `:1:1: the configuration has no "audit_key"`},
		{good + "names: long\n", `:4:8: names is "long", expected one of qualified,plain`},
		{good + "limits: {rate: -1}\n", `:4:16: rate is "-1", expected a number from 1`},
		{good + "limits: {drain: 5}\n", `:4:17: drain is "5", expected a duration such as 30s`},
		{good + "providers:\n  zodiac: {}\n", `:5:11: provider zodiac wants one of mcp and http`},
		{good + "providers:\n  zodiac: {mcp: {command: x}}\n", `:5:27: command is no list`},
		{good + "auth: {tokens: [{hash: alice, org: a, user: b, skills: [c]}]}\n", `:4:17: hash is no sha256:`},
		{good + "auth: {jwt: {issuer: i, jwks_file: f, audience: a, algorithms: [HS256]}}\n", `:4:65: "HS256" is no algorithm that may be believed`},
		{good + "auth: {jwt: {issuer: i, jwks_file: f}}\n", `jwt has no audience`},
		{good + "log: info\nlog: debug\n", `:5:1`},
		{"contracts: [\n", "it is no YAML"},
		{"- 1\n", "the configuration is no map"},
		{good + "log: &a info\nnames: *a\n", `names is an alias`},
	} {
		file := filepath.Join(t.TempDir(), "skillgw.yaml")
		write(t, file, c.config)
		if _, err := serve.Load(file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v\nwant %s", c.config, err, c.want)
		}
	}
}

// TestSecretsOfFiles: a secret may stand in a file of its own.
func TestSecretsOfFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "key"), strings.Repeat("0b", 32)+"\n")
	write(t, filepath.Join(dir, "skillgw.yaml"), "contracts: c.json\naudit: files:audit\naudit_key: file:key\n")
	c, err := serve.Load(filepath.Join(dir, "skillgw.yaml"))
	if err != nil || string(c.AuditKey) != strings.Repeat("0b", 32) || c.Contracts != filepath.Join(dir, "c.json") || c.Limits.Concurrency != 32 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestSchema: the schema in the repository is that of the code, and each key is documented.
func TestSchema(t *testing.T) {
	const file = "config.schema.json"
	if *update {
		write(t, file, string(serve.Schema()))
	}
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, serve.Schema()) {
		t.Errorf("%s is stale (%v): go test ./gateway/serve -run Schema -update", file, err)
	}
	var walk func(path string, s map[string]any)
	walk = func(path string, s map[string]any) {
		properties, _ := s["properties"].(map[string]any)
		for name, p := range properties {
			p := p.(map[string]any)
			if p["description"] == "" {
				t.Errorf("%s.%s has no description", path, name)
			}
			walk(path+"."+name, p)
		}
	}
	var root map[string]any
	if err := json.Unmarshal(serve.Schema(), &root); err != nil {
		t.Fatal(err)
	}
	walk("", root)
}

func FuzzLoad(f *testing.F) {
	f.Add("contracts: c.json\naudit: files:audit\nproviders: {a: {mcp: {command: [x]}}}\n")
	f.Add("limits: {rate: 1e9, drain: -1s}\n? [a]\n: b\n<<: *x\n")
	f.Fuzz(func(t *testing.T, config string) {
		file := filepath.Join(t.TempDir(), "skillgw.yaml")
		write(t, file, config)
		_, _ = serve.Load(file)
	})
}
