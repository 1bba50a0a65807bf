package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/term"

	"github.com/skilllint/skilllint/internal/guarded"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

// outputs are the reports of a run: one to standard output, others to files.
type outputs struct {
	options report.Options
	stdout  string // a format; "" prints none
	files   []outputFile
}

type outputFile struct{ format, path string }

// outputsOf reads --format, --output, --quiet and --statistics.
func outputsOf(f *checkFlags, stdout io.Writer) (*outputs, error) {
	color, err := f.colored(stdout)
	if err != nil {
		return nil, err
	}
	if f.maxFindings < 0 {
		return nil, fmt.Errorf("--max-findings %d: expected a number of findings, or 0 for all", f.maxFindings)
	}
	o := &outputs{stdout: f.format, options: report.Options{Version: version(), Text: report.Text{Color: color, Notes: f.notes, Max: f.maxFindings, Width: screenWidth(stdout), Next: f.stdinFile == ""}}}
	if err := knownFormat(f.format, formatNames()); err != nil {
		return nil, err
	}
	for _, spec := range f.outputs {
		format, path, ok := strings.Cut(spec, "=")
		if !ok || path == "" {
			return nil, fmt.Errorf("--output %q: expected FORMAT=FILE", spec)
		}
		if err := knownFormat(format, formatNames()); err != nil {
			return nil, err
		}
		o.files = append(o.files, outputFile{format, path})
	}
	switch {
	case f.quiet && f.statistics:
		return nil, errors.New("--quiet and --statistics exclude each other")
	case f.statistics && f.format != "text":
		return nil, errors.New("--statistics and --format exclude each other")
	case f.quiet:
		o.stdout = ""
	case f.statistics:
		o.stdout = "statistics"
	}
	return o, nil
}

// render makes all reports of a run: the text for standard output, and files.
// root is the workspace's folder.
func (o *outputs) render(root string, r run) (stdout []byte, files []reportFile, err error) {
	options := o.options
	options.Prefix = repositoryPrefix(root)
	var text bytes.Buffer
	if o.stdout != "" {
		formats := report.Formats(options)
		formats["statistics"] = report.Statistics
		if err := formats[o.stdout](&text, r.ws, r.findings); err != nil {
			return nil, nil, err
		}
	}
	options.Text.Color, options.Text.Width, options.Text.Max = false, 0, 0
	formats := report.Formats(options)
	for _, file := range o.files {
		var text bytes.Buffer
		if err := formats[file.format](&text, r.ws, r.findings); err != nil {
			return nil, nil, err
		}
		files = append(files, reportFile{Path: file.path, Text: text.Bytes()})
	}
	return text.Bytes(), files, nil
}

// An outcome is all that a check leaves: what it prints, the reports, and the
// exit status.
type outcome struct {
	Stdout, Stderr []byte
	Files          []reportFile // one for each --output
	Status         int
}

type reportFile struct {
	Path     string
	Text     []byte
	Withheld bool // it is not written
}

// replay prints and writes an outcome of a workspace.
func (o outcome) replay(workspace string, stdout, stderr io.Writer) error {
	for _, f := range o.Files {
		if f.Withheld {
			continue
		}
		if err := guarded.Write(senders(workspace), f.Path, f.Text); err != nil {
			return err
		}
	}
	if _, err := stdout.Write(o.Stdout); err != nil {
		return err
	}
	if _, err := stderr.Write(o.Stderr); err != nil {
		return err
	}
	if o.Status != exitClean {
		return exitStatus(o.Status)
	}
	return nil
}

// senders are the folders that strangers may have filled: the repository that is
// checked, and that of the current folder.
func senders(workspace string) []string {
	here := standing()
	return []string{cmp.Or(repositoryTop(workspace), workspace), cmp.Or(repositoryTop(here), here)}
}

// repositoryPrefix is the folder of root in the repository that it is in, with
// slashes; "" when it is the top or in none.
func repositoryPrefix(root string) string {
	root, err := filepath.Abs(root)
	if err != nil {
		return ""
	}
	top := repositoryTop(root)
	rel, err := filepath.Rel(top, root)
	if top == "" || err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// place sets where the text report is read: its paths are those that can be
// opened from the current folder, its commands those that can be typed there.
func (o *outputs) place(root string, args []string) {
	text := &o.options.Text
	text.Args = shellWords(args)
	here := standing()
	if here == "" {
		return
	}
	if below(here, root) {
		if rel, err := filepath.Rel(root, here); err == nil {
			text.Below = filepath.ToSlash(rel)
			return
		}
	}
	switch rel, err := filepath.Rel(here, root); {
	case err != nil || strings.Count(rel, "..") > 3:
		text.Dir = filepath.ToSlash(root) // nearer by its whole name
	case rel != ".":
		text.Dir = filepath.ToSlash(rel)
	}
}

// title says what a page is about. The name of the root's folder is no matter
// to any other format, so that a copy under another name finds its results in
// the cache.
func (o *outputs) title(s *session) {
	pages := slices.ContainsFunc(o.files, func(f outputFile) bool { return f.format == "html" })
	if !pages && o.stdout != "html" {
		return
	}
	o.options.Name, o.options.Day = filepath.Base(s.root.Name()), s.in.Now.Format(time.DateOnly)
	if s.base != nil {
		o.options.Base = s.base.name
	}
}

// screenWidth is how many cells a line of the terminal has that a writer is, 0 when it is none.
func screenWidth(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// colored reads --color: whether a report to this writer is coloured. The flag
// wins over FORCE_COLOR and CLICOLOR_FORCE, these over NO_COLOR and what the
// terminal can do.
func (f *checkFlags) colored(w io.Writer) (bool, error) {
	switch f.color {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
	default:
		return false, fmt.Errorf("--color %q%s: expected auto, always or never", f.color, lint.NewSpeller([]string{"auto", "always", "never"}).DidYouMean(f.color))
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		if v := os.Getenv(name); v != "" && v != "0" && v != "false" {
			return true, nil
		}
	}
	file, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("CLICOLOR") != "0" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd())), nil
}

// shellWords writes arguments as a shell takes them.
func shellWords(args []string) string {
	var words []string
	for _, a := range args {
		plain := a != "" && !strings.HasPrefix(a, "-") && !strings.ContainsFunc(a, func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("/._-+@:,", c)
		})
		if !plain {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// withhold keeps the contracts of a workspace that does not pass from the gateway. On
// standard output they are replaced by the findings, on stderr.
func (o *outputs) withhold(result *outcome, stderr io.Writer, r run) error {
	for i := range result.Files {
		if o.files[i].format == "contracts" {
			result.Files[i] = reportFile{Path: o.files[i].path, Withheld: true}
		}
	}
	if o.stdout != "contracts" {
		return nil
	}
	result.Stdout = nil
	text := o.options.Text
	text.Color = false
	return text.Write(stderr, r.ws, r.findings)
}
