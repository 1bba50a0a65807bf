// Package effect knows the functions of standard libraries, and of those that
// everybody uses, by which code reaches outside of its process.
package effect

import "strings"

// A Kind is what a function reaches.
type Kind uint8

const (
	Network Kind = iota
	Read         // of files
	Write        // of files
)

// A Function is what is known of one: its kind, and at which place it takes
// the address or path, -1 where that is not known. Of a method of a path, it is the
// path itself.
type Function struct {
	Kind   Kind
	Target int
	Method bool
}

// Of returns what a function does that code of a language calls, by the name of
// its module and its own: "requests.get", "fs.readFileSync", "net/http.Get".
// Built-in functions have one name alone.
func Of(language, name string) (Function, bool) {
	if language == "javascript" || language == "typescript" {
		language = "ecmascript"
		name = strings.TrimPrefix(name, "node:")
		name = strings.Replace(name, "fs/promises.", "fs.", 1)
		name = strings.Replace(name, "fs.promises.", "fs.", 1)
	}
	f, ok := functions[language][name]
	return f, ok
}

var functions = map[string]map[string]Function{
	"python": table(
		list{Network, 0, false, "requests.", "get post put delete patch head options"},
		list{Network, 1, false, "requests.", "request"},
		list{Network, -1, false, "requests.", "Session session"},
		list{Network, 0, false, "httpx.", "get post put delete patch head options"},
		list{Network, 1, false, "httpx.", "request stream"},
		list{Network, -1, false, "httpx.", "Client AsyncClient"},
		list{Network, 0, false, "urllib.request.", "urlopen urlretrieve"},
		list{Network, -1, false, "aiohttp.", "ClientSession request"},
		list{Network, -1, false, "socket.", "socket create_connection"},
		list{Network, -1, false, "http.client.", "HTTPConnection HTTPSConnection"},
		list{Network, -1, false, "smtplib.", "SMTP SMTP_SSL"},
		list{Read, 0, false, "", "open"},
		list{Read, 0, false, "io.", "open"},
		list{Read, 0, false, "os.", "listdir walk scandir"},
		list{Read, 0, true, "pathlib.Path.", "read_text read_bytes iterdir glob rglob"},
		list{Write, 0, false, "os.", "remove unlink mkdir makedirs rename replace rmdir"},
		list{Write, 1, false, "shutil.", "copy copy2 copyfile copytree move"},
		list{Write, 0, false, "shutil.", "rmtree"},
		list{Write, 0, true, "pathlib.Path.", "write_text write_bytes mkdir touch unlink rename rmdir"},
	),
	"ecmascript": table(
		list{Network, 0, false, "", "fetch"},
		list{Network, 0, false, "", "axios got node-fetch"},
		list{Network, 0, false, "node-fetch.", "fetch"},
		list{Network, 0, false, "undici.", "fetch request"},
		list{Network, 0, false, "axios.", "get post put delete patch head"},
		list{Network, -1, false, "axios.", "request create"},
		list{Network, 0, false, "got.", "get post put delete patch head stream"},
		list{Network, 0, false, "http.", "get request"},
		list{Network, 0, false, "https.", "get request"},
		list{Network, -1, false, "net.", "connect createConnection"},
		list{Read, 0, false, "fs.", "readFile readFileSync readdir readdirSync createReadStream"},
		list{Write, 0, false, "fs.", "writeFile writeFileSync appendFile appendFileSync mkdir mkdirSync createWriteStream"},
		list{Write, 0, false, "fs.", "rm rmSync rmdir rmdirSync unlink unlinkSync rename renameSync"},
		list{Write, 1, false, "fs.", "copyFile copyFileSync cp cpSync"},
	),
	"go": table(
		list{Network, 0, false, "net/http.", "Get Head Post PostForm"},
		list{Network, 1, false, "net/http.", "NewRequest"},
		list{Network, 2, false, "net/http.", "NewRequestWithContext"},
		list{Network, -1, false, "net.", "Dial DialTimeout"},
		list{Read, 0, false, "os.", "ReadFile Open ReadDir"},
		list{Write, 0, false, "os.", "WriteFile Create Mkdir MkdirAll Remove RemoveAll Rename"},
	),
	"shell": table(list{Network, -1, false, "", "curl wget"}),
}

// A list is functions of one module that are alike.
type list struct {
	kind          Kind
	target        int
	method        bool
	module, names string
}

func table(lists ...list) map[string]Function {
	out := map[string]Function{}
	for _, l := range lists {
		for name := range strings.FieldsSeq(l.names) {
			out[l.module+name] = Function{l.kind, l.target, l.method}
		}
	}
	return out
}
