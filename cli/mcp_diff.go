package cli

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func newMCPDiff() *cobra.Command {
	var format string
	var live bool
	f := &mcpFlags{}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW | diff OLD SERVER --live | diff OLD --url ADDRESS | diff OLD -- COMMAND [ARG...]",
		Short: "Say what changed between two lists of tools, and whether that breaks anybody",
		Long: `Say what changed between two lists of tools, and whether that breaks anybody who
calls them: tools that are gone, arguments that were accepted and are refused, results
that may be something else, each with a value as proof.

OLD and NEW are files with the answer to tools/list (or in another form that is known,
see docs/mcp.md), folders with one tool a file, - for standard input, or the names of
servers that are recorded in the workspace. Nothing is started, unless the new list
is that of a live server: one that a file of the workspace defines (--live), an address,
or a command.

Exit status: 0 nothing breaks, 1 something does, 2 a list could not be read, 3 it is
not known.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runMCPDiff(cmd, f, live, format, args) },
	}
	flags := cmd.Flags()
	f.add(cmd)
	flags.BoolVar(&live, "live", false, "start or call the server that NEW names, as its definition says")
	formatFlag(cmd, &format, "text", "markdown", "json")
	return cmd
}

func runMCPDiff(cmd *cobra.Command, f *mcpFlags, live bool, format string, args []string) error {
	before, err := toolFiles(cmd.InOrStdin(), f.dir, args[0])
	if err != nil {
		return err
	}
	var name string
	var after []txtar.File
	if live || f.url != "" || cmd.ArgsLenAtDash() >= 0 {
		if name, after, err = f.liveTools(cmd, live, args[1:]); !live {
			name = args[0] // an address or a command is no name
		}
	} else if len(args) != 2 {
		err = errors.New("expected two lists: skilllint mcp diff OLD NEW")
	} else if name = args[1]; name == "-" && args[0] == "-" {
		err = errors.New("only one of the lists can come from standard input")
	} else {
		after, err = toolFiles(cmd.InOrStdin(), f.dir, name)
	}
	if err != nil {
		return err
	}
	list, err := diffFiles(args[0], before, name, after)
	if err != nil {
		return err
	}
	if len(list) == 0 && format == "text" {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "no tool changed")
		return err
	}
	if err := changeFormats[format](cmd.OutOrStdout(), report.Changes{Skills: list}); err != nil {
		return err
	}
	return diffStatus(list)
}

// diffFiles compares two lists of tools.
func diffFiles(before string, old []txtar.File, after string, current []txtar.File) ([]changes.Skill, error) {
	fset := token.NewFileSet()
	a, err := loadTools(fset, before, old)
	if err != nil {
		return nil, err
	}
	b, err := loadTools(fset, after, current)
	if err != nil {
		return nil, err
	}
	list := changes.Between(a, b)
	for i := range list {
		list[i].ID = contract.ServerPrefix + after
	}
	return list, nil
}

// diffTexts compares two lists of tools, of one file each.
func diffTexts(before string, old []byte, after string, current []byte) ([]changes.Skill, error) {
	return diffFiles(before, []txtar.File{{Name: "tools.json", Data: old}}, after, []txtar.File{{Name: "tools.json", Data: current}})
}

// diffStatus is the exit status for the changes between two lists of tools.
func diffStatus(list []changes.Skill) error {
	unknown := false
	for i := range list {
		if list[i].Level() == changes.Major {
			return exitStatus(exitFindings)
		}
		unknown = unknown || slices.ContainsFunc(list[i].Changes, func(c changes.Change) bool { return c.Kind == changes.Unknown })
	}
	if unknown {
		return exitStatus(exitUnknown)
	}
	return nil
}

// toolFiles reads what an argument of diff names.
func toolFiles(stdin io.Reader, dir, name string) ([]txtar.File, error) {
	if name == "-" {
		src, err := limit.ReadAll(stdin, "standard input", limit.Tools)
		return []txtar.File{{Name: "stdin.json", Data: src}}, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && filepath.Base(name) == name:
		return recordedFiles(dir, name)
	case err != nil:
		return nil, err
	case !info.IsDir():
		src, err := limit.ReadFile(name, limit.Tools)
		return []txtar.File{{Name: "tools.json", Data: src}}, err
	}
	root, err := limit.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return folderFiles(root.FS(), ".")
}

// folderFiles reads the files of a folder that may be a tool each.
func folderFiles(fsys fs.FS, dir string) ([]txtar.File, error) {
	entries, err := fs.ReadDir(fsys, dir)
	var files []txtar.File
	for _, e := range entries {
		if !document.IsJSON(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		src, err := limit.ReadFS(fsys, path.Join(dir, e.Name()), limit.Tools)
		if err != nil {
			return nil, err
		}
		files = append(files, txtar.File{Name: e.Name(), Data: src})
	}
	return files, err
}

// recordedFiles reads the snapshot of a server of the workspace.
func recordedFiles(dir, name string) ([]txtar.File, error) {
	s, err := open(&checkFlags{}, []string{dir})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	ws, err := skill.Load(token.NewFileSet(), s.root.FS(), s.in.Config.LoadOptions())
	if err != nil {
		return nil, err
	}
	server := ws.ServerNamed(".", name)
	if server == nil {
		for _, s := range ws.RecordedServers() {
			if s.Server.Name == name {
				server = s
			}
		}
	}
	if server == nil {
		return nil, fmt.Errorf("%s is neither a file, nor a folder, nor a server whose tools are recorded in %s", name, s.root.Name())
	}
	var files []txtar.File
	for _, m := range server.Manifests {
		files = append(files, txtar.File{Name: path.Base(m.Path), Data: m.Source()})
	}
	return files, nil
}

// loadTools reads files with tools as the one server of a workspace. What cannot
// be read of them is an error: else a broken list would be one without tools.
func loadTools(fset *token.FileSet, name string, files []txtar.File) (*skill.Workspace, error) {
	const folder = "tools"
	archive := &txtar.Archive{}
	for _, f := range files {
		archive.Files = append(archive.Files, txtar.File{Name: path.Join(folder, f.Name), Data: f.Data})
	}
	fsys, err := txtar.FS(archive)
	if err != nil {
		return nil, err
	}
	ws, err := skill.Load(fset, fsys, skill.Options{Snapshots: map[string]string{folder: "server"}})
	if err != nil {
		return nil, err
	}
	for _, p := range ws.Problems {
		at := fset.Position(p.Pos)
		return nil, fmt.Errorf("%s: line %d, column %d: %s", name, at.Line, at.Column, p.Message)
	}
	for _, m := range ws.Manifests {
		if len(manifest.MCPToolList(m.Root)) == 0 && m.Root.Get("tools") == nil && m.Root.Get("result") == nil && !(m.Root.Is(skill.List) && len(m.Root.Members) == 0) {
			return nil, fmt.Errorf("%s: it holds no tools: expected {\"tools\": [...]}, the answer of a server to tools/list", name)
		}
	}
	if len(ws.Manifests) == 0 {
		return nil, fmt.Errorf("%s holds no file with tools", name)
	}
	return ws, nil
}

// isToolList reports whether a document is an answer to tools/list, or a tool,
// rather than a JSON Schema.
func isToolList(src []byte) bool {
	root, err := document.ParseJSON(src, token.NoPos)
	if err != nil {
		return false
	}
	for _, key := range []string{"$schema", "type", "properties", "$ref", "allOf", "anyOf", "oneOf", "enum", "const"} {
		if root.Get(key) != nil {
			return false
		}
	}
	list := root
	if inner := root.Get("result"); inner != nil {
		list = inner
	}
	return (root.Is(skill.List) || list.Get("tools") != nil || root.Get("name").Is(skill.String)) && len(manifest.MCPToolList(root)) > 0
}
