package document

import (
	"strings"
	"testing"
	"time"
)

func TestTOML(t *testing.T) {
	src := "a = 1_0\n[mcp_servers.\"x y\"]\ncommand = \"npx\" # c\nargs = [\"-y\", 'b']\nenv = { A = \"1\", b.c = true }\n[[z.y]]\nd = 1979-05-27\n[[z.y]]\n[z.y.w]\ne = \"\"\"\nx\"\"\"\n"
	n, err := ParseTOML([]byte(src), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"a":10,"mcp_servers":{"x y":{"command":"npx","args":["-y","b"],"env":{"A":"1","b":{"c":true}}}},"z":{"y":[{"d":"1979-05-27"},{"w":{"e":"x"}}]}}`
	if got := string(n.JSON()); got != want {
		t.Errorf("read %s\nwant %s", got, want)
	}
	server := n.Get("mcp_servers").Members[0]
	args := server.Value.Get("args")
	for _, c := range []struct{ got, want string }{
		{src[server.Key.Pos-1 : server.Key.End-1], `"x y"`},
		{src[args.Members[1].Value.Pos-1 : args.Members[1].Value.End-1], "'b'"},
		{src[server.Value.Get("command").Pos-1 : server.Value.Get("command").End-1], `"npx"`},
	} {
		if c.got != c.want {
			t.Errorf("a place is of %q, want %q", c.got, c.want)
		}
	}
}

func TestTOMLErrors(t *testing.T) {
	for src, want := range map[string]string{
		"a = 1\nb = \n":                          "line 2",
		"a = 1\na = 2\n":                         "already defined",
		"[a]\n[b]\n[a]\n":                        "already exists",
		"a = 1\n[a.b]\n":                         "already exists",
		"a = " + strings.Repeat("[", 1<<20):      "nested",
		"a = " + strings.Repeat("[", 300) + "1":  "array",
		"a = " + strings.Repeat("{a=", 1<<18):    "nested",
		strings.Repeat("a.", 1<<18) + "a = 1":    "nested deeper than 256 levels",
		"[" + strings.Repeat("a.", 1<<18) + "a]": "nested deeper than 256 levels",
		strings.Repeat("[[a]]\n", 1<<17):         "more than 5000 keys and tables",
		"a = [" + strings.Repeat("[", 299) + "1" + strings.Repeat("]", 300): "nested deeper than 256 levels",
	} {
		start := time.Now()
		_, err := ParseTOML([]byte(src), 1)
		if err == nil {
			t.Errorf("%.40q: no error", src)
			continue
		}
		e := SyntaxOf(err)
		if want == "line 2" {
			if e.Offset != 10 || e.End != 11 {
				t.Errorf("%q: the error is at %d to %d", src, e.Offset, e.End)
			}
		} else if !strings.Contains(e.Msg, want) {
			t.Errorf("%.40q: %s, want %q in it", src, e.Msg, want)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%.40q took %s", src, d)
		}
	}
}

func FuzzTOML(f *testing.F) {
	f.Add("a.b = [1, {c = 'd'}]\n[x]\n[[y.z]]\nd = 1979-05-27T07:32:00Z\n")
	f.Add("mcp_servers.s = {command = \"\"\"\nx\\u00e9\"\"\"}")
	f.Fuzz(func(t *testing.T, src string) {
		n, err := ParseTOML([]byte(src), 1)
		if err != nil {
			if e := SyntaxOf(err); e.Offset < 0 || e.End > len(src) || e.End < e.Offset {
				t.Fatalf("the error is at %d to %d of %d", e.Offset, e.End, len(src))
			}
			return
		}
		sources(n, src) // every place is in the text
	})
}

func TestJSONWithComments(t *testing.T) {
	src := "// first\n{\n  /* second */ \"a\": [1, 2,], // third\n  \"b\": \"// none\",\n}\n/* last */"
	n, err := ParseJSONC([]byte(src), 1)
	if err != nil || string(n.JSON()) != `{"a":[1,2],"b":"// none"}` {
		t.Errorf("read %s, %v", n.JSON(), err)
	}
	if _, err := ParseJSON([]byte(src), 1); err == nil {
		t.Error("strict JSON takes comments")
	}
	for _, src := range []string{"/", "{} /* x", "{,}", "[1,,]", "{} / 1", "# x\n{}"} {
		if n, err := ParseJSONC([]byte(src), 1); err == nil {
			t.Errorf("%q is read as %s", src, n.JSON())
		}
	}
}
