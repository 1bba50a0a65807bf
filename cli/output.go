package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

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
	o := &outputs{stdout: f.format, options: report.Options{Version: version(), Text: report.Text{Color: colored(stdout), Notes: f.notes, Lines: screen(stdout), Next: f.stdinFile == ""}}}
	known := report.Formats(o.options)
	check := func(name string) error {
		if known[name] == nil {
			names := slices.Sorted(maps.Keys(known))
			return fmt.Errorf("unknown format %q%s: expected %s", name, lint.NewSpeller(names).DidYouMean(name), strings.Join(names, ", "))
		}
		return nil
	}
	if err := check(f.format); err != nil {
		return nil, err
	}
	for _, spec := range f.outputs {
		format, path, ok := strings.Cut(spec, "=")
		if !ok || path == "" {
			return nil, fmt.Errorf("--output %q: expected FORMAT=FILE", spec)
		}
		if err := check(format); err != nil {
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
	options.Text.Color, options.Text.Lines = false, 0
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

// replay prints and writes an outcome.
func (o outcome) replay(stdout, stderr io.Writer) error {
	for _, f := range o.Files {
		if f.Withheld {
			continue
		}
		if err := os.WriteFile(f.Path, f.Text, 0o644); err != nil {
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

// screen is the height of the terminal that a writer is, 0 when it is none.
func screen(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	_, lines, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return max(lines, 2*24)
}

// colored reports whether a writer is a terminal that may be coloured.
func colored(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd()))
}
