package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// asked is a host's surroundings: its program, a repository, and a home that
// is thrown away.
type asked struct {
	bin, dir, home string
	plugins        []string
}

// askers let a host list what it loads: "skill name", "agent name" and "server name", its own
// ones left out.
var askers = map[string]func(asked) (map[string]bool, error){
	"claude-code": askClaude, "codex": askCodex, "gemini-cli": askGemini, "copilot-cli": askCopilot,
	"opencode": askOpencode, "openclaw": askOpenClaw, "skills": askSkills,
}

// command is a program of a host in the repository, without account and with a
// home of its own.
func (a asked) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, filepath.Join(a.bin, name), args...)
	c.Dir = a.dir
	c.Env = []string{
		"HOME=" + a.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "NO_COLOR=1", "CI=1", "XDG_CONFIG_HOME=" + a.home + "/.config",
		"ANTHROPIC_API_KEY=none", "ANTHROPIC_BASE_URL=http://127.0.0.1:9", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1",
		"GEMINI_CLI_TRUST_WORKSPACE=true", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCLAW_WORKSPACE=" + a.dir,
		// a proxy where nobody answers keeps all of them off the network
		"HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost",
	}
	c.WaitDelay = time.Second
	return c
}

// output runs a program and returns what it prints.
func (a asked) output(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	var out, errs strings.Builder
	c := a.command(ctx, name, args...)
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil && out.Len() == 0 {
		return "", fmt.Errorf("%w: %.300s", err, errs.String())
	}
	return colors.ReplaceAllString(out.String(), ""), nil
}

var colors = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

// without asks a host twice, and leaves out what it loads in an empty folder.
func without(a asked, ask func(asked) (map[string]bool, error)) (map[string]bool, error) {
	empty, err := os.MkdirTemp("", "held-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(empty)
	own, err := ask(asked{bin: a.bin, dir: empty, home: a.home})
	if err != nil {
		return nil, err
	}
	got, err := ask(a)
	for item := range own {
		delete(got, item)
	}
	return got, err
}

func askClaude(a asked) (map[string]bool, error) { return without(a, claudeInit) }

// claudeInit reads the first event that Claude Code writes, before it calls a
// model.
func claudeInit(a asked) (map[string]bool, error) {
	args := []string{"-p", "hi", "--output-format", "stream-json", "--verbose"}
	for _, dir := range a.plugins {
		args = append(args, "--plugin-dir", filepath.Join(a.dir, dir))
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := a.command(ctx, "claude", args...)
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	defer func() { cancel(); _ = c.Wait() }() // it would go on to call a model
	var event struct {
		Agents        []string `json:"agents"`
		Skills        []string `json:"skills"`
		SlashCommands []string `json:"slash_commands"`
	}
	if err := json.NewDecoder(out).Decode(&event); err != nil {
		return nil, err
	}
	got := map[string]bool{}
	for _, name := range event.Agents {
		got["agent "+name] = true
	}
	for _, name := range append(event.Skills, event.SlashCommands...) {
		got["skill "+name] = true
	}
	list, err := a.output("claude", "mcp", "list")
	for _, m := range claudeServer.FindAllStringSubmatch(list, -1) {
		got["server "+m[1]] = true
	}
	if err != nil {
		return nil, err
	}
	doctor, err := a.output("claude", "doctor")
	for _, m := range claudeUnmatched.FindAllStringSubmatch(doctor, -1) {
		got["unmatched "+m[1]] = true
	}
	return got, err
}

// claudeUnmatched matches a permission for a path of which Claude Code says that it matches no file.
var claudeUnmatched = regexp.MustCompile(`(?m) rule \(\.claude/settings\.json\): (\S+) is not matched by file permission checks`)

// claudeServer matches a server in what Claude Code lists: its name, its command and whether it answers.
var claudeServer = regexp.MustCompile(`(?m)^([\w-]+): .* - `)

// askCodex asks Codex's server for the skills of the folder.
func askCodex(a asked) (map[string]bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := a.command(ctx, "codex", "app-server")
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	defer func() { cancel(); _ = c.Wait() }()
	params, err := json.Marshal(map[string]any{"cwds": []string{a.dir}, "forceReload": true})
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"held","version":"1"}}}`+"\n"+
		`{"jsonrpc":"2.0","method":"initialized"}`+"\n"+`{"jsonrpc":"2.0","id":2,"method":"skills/list","params":`+string(params)+"}\n")
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var answer struct {
			ID     int `json:"id"`
			Result struct {
				Data []struct {
					Skills []struct{ Name, Scope string }
				}
			}
		}
		if json.Unmarshal(lines.Bytes(), &answer) != nil || answer.ID != 2 {
			continue
		}
		got := map[string]bool{}
		for _, d := range answer.Result.Data {
			for _, s := range d.Skills {
				if s.Scope == "repo" {
					got["skill "+s.Name] = true
				}
			}
		}
		return got, nil
	}
	return nil, errors.Join(errors.New("no answer"), lines.Err())
}

// matches collects the names that a pattern finds in a listing.
func matches(text, pattern string) map[string]bool {
	got := map[string]bool{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		got["skill "+m[1]] = true
	}
	return got
}

func askGemini(a asked) (map[string]bool, error) {
	out, err := a.output("gemini", "skills", "list")
	return matches(out, `(?m)^(.*?) \[Enabled\]$`), err
}

func askCopilot(a asked) (map[string]bool, error) {
	out, err := a.output("copilot", "skill", "list")
	_, out, _ = strings.Cut(out, "Project skills:\n")
	out, _, _ = strings.Cut(out, "\n\n")
	if err != nil {
		return nil, err
	}
	return matches(out, `(?m)^  (\S.*?)(?: - .*)?$`), nil
}

// askOpencode lists skills, and agents and commands from its configuration.
func askOpencode(a asked) (map[string]bool, error) {
	out, err := a.output("opencode", "debug", "skill")
	if err != nil {
		return nil, err
	}
	var skills []struct{ Name, Location string }
	if err := json.Unmarshal([]byte(out), &skills); err != nil {
		return nil, err
	}
	got := map[string]bool{}
	for _, s := range skills {
		if strings.HasPrefix(s.Location, a.dir) {
			got["skill "+s.Name] = true
		}
	}
	if out, err = a.output("opencode", "debug", "config"); err != nil {
		return nil, err
	}
	var config struct {
		Agent, Command map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(out), &config); err != nil {
		return nil, err
	}
	for name := range config.Agent {
		got["agent "+name] = true
	}
	for name := range config.Command {
		got["skill "+name] = true
	}
	return got, nil
}

func askOpenClaw(a asked) (map[string]bool, error) { return without(a, openClawList) }

// openClawList makes the repository the agent's workspace.
func openClawList(a asked) (map[string]bool, error) {
	config, err := json.Marshal(map[string]any{"agents": map[string]any{"defaults": map[string]any{"workspace": a.dir}}})
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(a.home, ".openclaw"), 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(a.home, ".openclaw", "openclaw.json"), config, 0o644); err != nil {
		return nil, err
	}
	out, err := a.output("openclaw", "skills", "list", "--json")
	if err != nil {
		return nil, err
	}
	if at := strings.Index(out, "{"); at > 0 {
		out = out[at:]
	}
	var list struct {
		Skills []struct {
			Name, Source string
			Bundled      bool
		}
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		return nil, fmt.Errorf("%w: %.200s", err, out)
	}
	got := map[string]bool{}
	for _, s := range list.Skills {
		if !s.Bundled {
			got["skill "+s.Name] = true
		}
	}
	return got, nil
}

func askSkills(a asked) (map[string]bool, error) {
	out, err := a.output("skills", "add", a.dir, "--list")
	_, out, _ = strings.Cut(out, "Available Skills")
	return matches(out, `(?m)^│    (\S.*)$`), err
}
