// Command held holds the model of hosts to the hosts themselves: it lets each
// program list what it loads of fixtures of ours, and compares that with what
// the model says. It is run by `make hosts`, and no part of the tests.
//
//	held -packages        the npm packages, with the versions in the data
//	held -bin DIR ...     the comparison; exit status 1 when they differ
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
)

// packages are the hosts that can be asked, with their npm packages.
var packages = map[string]string{
	"claude-code": "@anthropic-ai/claude-code", "codex": "@openai/codex", "gemini-cli": "@google/gemini-cli", "copilot-cli": "@github/copilot",
	"opencode": "opencode-ai", "openclaw": "openclaw", "skills": "skills",
}

func main() {
	list := flag.Bool("packages", false, "print the npm packages")
	bin := flag.String("bin", "", "the `DIR` of the programs")
	only := flag.String("host", "", "this host alone")
	flag.Parse()
	if *list {
		for _, name := range slices.Sorted(maps.Keys(packages)) {
			fmt.Println(packages[name] + "@" + hosts.Of(name).Version)
		}
		return
	}
	different, err := run(os.Stdout, *bin, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "held:", err)
		os.Exit(2)
	}
	if different {
		os.Exit(1)
	}
}

// run compares all hosts on all fixtures, and reports whether any differs.
func run(w io.Writer, bin, only string) (different bool, err error) {
	bin, err = filepath.Abs(bin)
	if err != nil {
		return false, err
	}
	for _, h := range hosts.All() {
		ask := askers[h.Name]
		switch {
		case only != "" && h.Name != only:
			continue
		case ask == nil:
			fmt.Fprintf(w, "%-12s %s\n", h.Name, h.Held)
			continue
		}
		for _, fixture := range fixtures() {
			dir, err := fixture.write()
			if err != nil {
				return different, err
			}
			home, err := os.MkdirTemp("", "held-home-")
			if err != nil {
				return different, err
			}
			got, err := ask(asked{bin: bin, dir: dir, home: home, plugins: fixture.plugins()})
			if err != nil {
				fmt.Fprintf(w, "%-12s %-10s cannot be asked: %v\n", h.Name, fixture.name, err)
				different = true
				continue
			}
			want := fixture.expect(h)
			faults := compare(want, got)
			fmt.Fprintf(w, "%-12s %-10s %d loaded, %d as the model says\n", h.Name, fixture.name, len(got), len(got)-extra(faults))
			for _, f := range faults {
				fmt.Fprintf(w, "    %s\n", f)
			}
			different = different || len(faults) > 0
			os.RemoveAll(dir)
			os.RemoveAll(home)
		}
	}
	return different, nil
}

// compare returns what one list has and the other has not.
func compare(want, got map[string]bool) []string {
	var faults []string
	for _, item := range slices.Sorted(maps.Keys(want)) {
		if !got[item] {
			faults = append(faults, "the model says "+item+", the host does not load it")
		}
	}
	for _, item := range slices.Sorted(maps.Keys(got)) {
		if !want[item] {
			faults = append(faults, "the host loads "+item+", the model says no")
		}
	}
	return faults
}

// extra counts what the host loads and the model does not know.
func extra(faults []string) int {
	n := 0
	for _, f := range faults {
		if strings.HasPrefix(f, "the host loads") {
			n++
		}
	}
	return n
}
