package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
)

// lent are the keys of a repository's configuration that git sees: its format, and by what a name of a branch
// means another one (@{upstream}). None of them names a program or a file.
var lent = regexp.MustCompile(`(?s)^(extensions\.(objectformat|refstorage)|branch\..*\.(remote|merge|pushremote)|remote\..*\.(url|fetch|push)|remote\.pushdefault|push\.default)$`)

// config is the configuration of the private repository: what is lent of the repository's own, as git itself
// reads that file, without the files that it includes.
func (r *Repository) config(ctx context.Context, dir string) (string, error) {
	var text strings.Builder
	text.WriteString("[core]\n\trepositoryformatversion = 1\n\tbare = true\n")
	if _, err := os.Stat(r.configFile()); errors.Is(err, fs.ErrNotExist) {
		return text.String(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := command(ctx, dir, nil, "config", "--file", r.configFile(), "--no-includes", "--null", "--list")
	err := read(cmd, func(out *bufio.Reader) error {
		return records(out, func(record string) error {
			key, value, _ := strings.Cut(record, "\n")
			if lent.MatchString(key) {
				writeSetting(&text, key, value)
			}
			return nil
		})
	})
	return text.String(), err
}

// writeSetting writes a key and its value, as git reads them.
func writeSetting(text *strings.Builder, key, value string) {
	section, name, _ := strings.Cut(key, ".")
	if at := strings.LastIndexByte(name, '.'); at >= 0 {
		section, name = section+` "`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name[:at])+`"`, name[at+1:]
	}
	fmt.Fprintf(text, "[%s]\n\t%s = \"%s\"\n", section, name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value))
}
