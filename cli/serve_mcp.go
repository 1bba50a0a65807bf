package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/lint"
)

func newServeMCP() *cobra.Command {
	return &cobra.Command{
		Use:   "serve-mcp [folder...]",
		Short: "Serve checks to agents as an MCP server over standard input and output",
		Long: `Serve checks to agents as a server of the Model Context Protocol over standard
input and output. Its tools are check, explain, rules and fix_preview. It reads what
is in the folders (the current one without any), and writes nothing.`,
		Example: `  claude mcp add skilllint -- skilllint serve-mcp`,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			if len(args) == 0 {
				args = []string{"."}
			}
			t := &agentTools{}
			for _, dir := range args {
				real, err := realFolder(dir)
				if err != nil {
					return err
				}
				t.roots = append(t.roots, real)
			}
			err := t.server().Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(cmd.InOrStdin()), Writer: unclosed{cmd.OutOrStdout()}})
			if errors.Is(err, io.EOF) || ctx.Err() != nil {
				return nil
			}
			return err
		},
	}
}

// realFolder is a folder without symbolic links.
func realFolder(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("%s: %w", dir, unwrapped(err))
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is not a folder", dir)
	}
	return real, nil
}

// unwrapped is an error without the path that the caller names.
func unwrapped(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// agentTools are the tools that agents are given, about what is in some folders.
type agentTools struct{ roots []string }

func (t *agentTools) server() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "skilllint", Version: version()}, nil)
	read := &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)}
	mcp.AddTool(s, &mcp.Tool{Name: "check", Annotations: read, Description: "Check agent skills, plugins and the contracts between them below a path. " +
		"Returns what is wrong, with file, line, rule, and whether fix_preview mends it."}, t.check)
	mcp.AddTool(s, &mcp.Tool{Name: "fix_preview", Annotations: read, Description: "Return what can be fixed safely below a path as a unified diff. Nothing is written."}, t.preview)
	mcp.AddTool(s, &mcp.Tool{Name: "explain", Annotations: read, Description: "Explain a rule: what is wrong, why it matters, what to do."}, explainRule)
	mcp.AddTool(s, &mcp.Tool{Name: "rules", Annotations: read, Description: "List the rules with what each finds."}, listedRules)
	return s
}

type checkIn struct {
	Path  string `json:"path,omitempty" jsonschema:"file or folder, absolute or from the server's folder; without it everything"`
	Notes bool   `json:"notes,omitempty" jsonschema:"return notes, too"`
}

type checkOut struct {
	Findings []agentFinding `json:"findings"`
	Left     int            `json:"left_out,omitempty" jsonschema:"further findings that were left out"`
}

type agentFinding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`
	Rule     string `json:"rule"`
	Message  string `json:"message"`
	Fixable  bool   `json:"fixable"`
}

// maxAgentFindings bounds an answer: more fills a model's context.
const maxAgentFindings = 100

func (t *agentTools) check(_ context.Context, _ *mcp.CallToolRequest, in checkIn) (*mcp.CallToolResult, checkOut, error) {
	out := checkOut{Findings: []agentFinding{}}
	err := t.judge(in.Path, func(s *session, r run) error {
		for _, f := range r.findings {
			if f.Severity < lint.Warning && !in.Notes {
				continue
			}
			if len(out.Findings) == maxAgentFindings {
				out.Left++
				continue
			}
			at := r.ws.Fset.Position(f.Pos)
			out.Findings = append(out.Findings, agentFinding{
				File: visible(filepath.Join(s.root.Name(), filepath.FromSlash(at.Filename))), Line: at.Line, Column: at.Column,
				Severity: f.Severity.String(), Rule: f.Rule.Name, Message: visible(f.Message), Fixable: len(f.SuggestedFixes) > 0,
			})
		}
		return nil
	})
	return nil, out, err
}

type previewIn struct {
	Path string `json:"path,omitempty" jsonschema:"file or folder, absolute or from the server's folder; without it everything"`
}

func (t *agentTools) preview(_ context.Context, _ *mcp.CallToolRequest, in previewIn) (*mcp.CallToolResult, any, error) {
	var diff bytes.Buffer
	err := t.judge(in.Path, func(s *session, r run) error {
		edits, _, err := s.fixAll(r)
		if err != nil {
			return err
		}
		return writeDiff(&diff, edits)
	})
	if err != nil {
		return nil, nil, err
	}
	if diff.Len() == 0 {
		diff.WriteString("nothing can be fixed safely")
	}
	return agentText(diff.String()), nil, nil
}

func agentText(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// judge checks what is below a path of the server's folders.
func (t *agentTools) judge(path string, do func(*session, run) error) error {
	at, err := t.inside(path)
	if err != nil {
		return err
	}
	s, err := open(&checkFlags{}, []string{at})
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.check()
	if err != nil {
		return err
	}
	if s.in.Config.Baseline != "" {
		if r, err = applyBaseline(io.Discard, s.baseline(), r); err != nil {
			return err
		}
	}
	return do(s, r)
}

// inside returns the place of a path, which must lie in one of the folders.
func (t *agentTools) inside(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.roots[0], path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, unwrapped(err))
	}
	for _, root := range t.roots {
		if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) {
			return real, nil
		}
	}
	return "", fmt.Errorf("%s is outside of %s, which this server was started for", path, strings.Join(t.roots, ", "))
}

type explainIn struct {
	Rule string `json:"rule" jsonschema:"the name of a rule, as check returns it"`
}

func explainRule(_ context.Context, _ *mcp.CallToolRequest, in explainIn) (*mcp.CallToolResult, any, error) {
	for _, r := range ruleSet {
		if r.Name == in.Rule {
			return agentText(fmt.Sprintf("%s (%s)\n\n%s\n\n%s", r.Name, r.Severity, strings.TrimSpace(r.Doc), r.URL())), nil, nil
		}
	}
	return nil, nil, fmt.Errorf("unknown rule %q%s", in.Rule, lint.NewSpeller(ruleNames()).DidYouMean(in.Rule))
}

func listedRules(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	var text strings.Builder
	if err := listRules(&text); err != nil {
		return nil, nil, err
	}
	return agentText(text.String()), nil, nil
}
