// Command history makes a git repository of a workspace that bench wrote, for
// measurements of --base: go run ./testdata/bench/history DIR COMMITS CHANGED DEPRECATIONS.
//
// The first commit holds all skills. Each of the others edits one: the first
// DEPRECATIONS of them announce the removal of a provider's tool, the rest add
// a line to a text. In the work tree CHANGED skills differ from HEAD. The same
// arguments give the same commits.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: history DIR COMMITS CHANGED DEPRECATIONS")
	}
	dir := os.Args[1]
	var counts [3]int
	for i, arg := range os.Args[2:] {
		n, err := strconv.Atoi(arg)
		if err != nil {
			log.Fatal(err)
		}
		counts[i] = n
	}
	files, err := filepath.Glob(filepath.Join(dir, "group*", "*", "SKILL.md"))
	if err != nil || len(files) == 0 {
		log.Fatal("no skills that bench wrote in ", dir)
	}
	var providers []string
	texts := map[string]string{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		if texts[file] = string(src); strings.Contains(texts[file], "\nexports:") {
			providers = append(providers, file)
		}
	}
	run(dir, "init", "-q", "-b", "main")
	cmd := exec.Command("git", "-C", dir, "fast-import", "--quiet")
	in, err := cmd.StdinPipe()
	if err != nil {
		log.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	w := bufio.NewWriter(in)
	write := func(file string) {
		rel, _ := filepath.Rel(dir, file)
		fmt.Fprintf(w, "M 100644 inline %s\ndata %d\n%s\n", filepath.ToSlash(rel), len(texts[file]), texts[file])
	}
	for i := range counts[0] {
		fmt.Fprintf(w, "commit refs/heads/main\ncommitter a <a@example.com> %d +0000\ndata 1\nx\n", 1700000000+60*i)
		switch {
		case i == 0:
			for _, file := range files {
				write(file)
			}
			continue
		case i <= counts[2]:
			file := providers[i%len(providers)]
			texts[file] = deprecate(texts[file])
			write(file)
		default:
			file := files[i*7919%len(files)]
			texts[file] += fmt.Sprintf("Note %d.\n", i)
			write(file)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		log.Fatal(err)
	}
	run(dir, "reset", "-q", "--hard")
	for i := range counts[1] {
		file := files[i*len(files)/counts[1]]
		if err := os.WriteFile(file, []byte(strings.Replace(texts[file], "计算星盘", "计算一张星盘", 1)+"Changed.\n"), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// deprecate announces the removal of a provider's second tool.
func deprecate(text string) string {
	_, rest, _ := strings.Cut(text, "name: skill")
	name, _, _ := strings.Cut(rest, "_tool0")
	return strings.Replace(text, "  access:\n", fmt.Sprintf("  deprecated:\n    - {tool: skill%s_tool1, removal_date: \"2099-01-01\"}\n  access:\n", name), 1)
}

func run(dir string, args ...string) {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		log.Fatal(err)
	}
}
