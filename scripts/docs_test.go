//go:build unix

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

var (
	consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")
	fileBlock    = regexp.MustCompile("(?s)<!-- (\\S+) -->\n```yaml\n(.*?)```")
	commandLine  = regexp.MustCompile(`(?m)^\$ (.+)$`)
)

// TestPages runs the commands of these pages in a small repository, and reads
// the files that they show.
func TestPages(t *testing.T) {
	path := filepath.Dir(program(t)) + string(os.PathListSeparator) + os.Getenv("PATH")
	for _, page := range []string{"ci.md", "pre-commit.md", "config.md", "suppressions.md", "formats.md"} {
		t.Run(page, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join("..", "docs", page))
			if err != nil {
				t.Fatal(err)
			}
			r := newRunner(t)
			pullRequest(r)
			r.git("checkout", "-q", "change")
			found := 0
			for _, block := range consoleBlock.FindAllStringSubmatch(string(src), -1) {
				for _, line := range commandLine.FindAllStringSubmatch(block[1], -1) {
					found++
					cmd := exec.Command("bash", "-c", line[1])
					cmd.Dir = r.repo
					cmd.Env = append(os.Environ(), "PATH="+path, "SKILLLINT_CACHE_DIR="+t.TempDir())
					if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 1 {
						t.Errorf("%s: %v\n%s", line[1], err, out)
					}
				}
			}
			for _, block := range fileBlock.FindAllStringSubmatch(string(src), -1) {
				found++
				r.checkFile(block[1], block[2])
			}
			if found < 3 {
				t.Errorf("%d commands and files", found)
			}
		})
	}
}

// checkFile reads a file that a page shows as its consumer would.
func (r *runner) checkFile(name, text string) {
	r.t.Helper()
	if name == lint.ConfigName {
		files := fstest.MapFS{name: {Data: []byte(text)}, "team/skilllint.yaml": {}, "registry.json": {Data: []byte("{}")}}
		if _, err := lint.LoadConfig(files, rules.All); err != nil {
			r.t.Error(err)
		}
		return
	}
	var doc struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]any
			}
		}
	}
	var any any
	if err := yaml.Unmarshal([]byte(text), &any); err != nil {
		r.t.Errorf("%s: %v", name, err)
	}
	if !strings.HasPrefix(name, ".github/workflows/") {
		return
	}
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		r.t.Fatalf("%s: %v", name, err)
	}
	uses := 0
	for _, job := range doc.Jobs {
		for _, step := range job.Steps {
			if !strings.HasPrefix(step.Uses, "skilllint/skilllint@") {
				continue
			}
			uses++
			for input := range step.With {
				if _, ok := r.action.Inputs[input]; !ok {
					r.t.Errorf("%s: the action has no input %q", name, input)
				}
			}
		}
	}
	if uses == 0 {
		r.t.Errorf("%s does not use the action", name)
	}
}
