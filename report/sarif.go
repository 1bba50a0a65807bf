package report

import (
	"fmt"
	"go/token"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The part of SARIF 2.1.0 that is written (OASIS, errata 01).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string         `json:"id"`
		ShortDescription sarifText      `json:"shortDescription"`
		FullDescription  sarifText      `json:"fullDescription"`
		Help             sarifHelp      `json:"help"`
		HelpURI          string         `json:"helpUri"`
		Default          sarifLevel     `json:"defaultConfiguration"`
		Properties       sarifRuleExtra `json:"properties"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifRuleExtra struct {
		Tags []string `json:"tags"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       *int          `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// maxResults is how many results GitHub takes in one run.
const maxResults = 25_000

// homepage is where the tool comes from.
const homepage = "https://github.com/skilllint/skilllint"

// SARIF returns the format SARIF 2.1.0 with columns in UTF-16 units. Of more
// findings than GitHub takes, the most severe are written, and a notification
// of the invocation says how many are left out.
func SARIF(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		left := len(findings) - maxResults
		if left > 0 {
			findings = worstFirst(findings)[:maxResults]
			lint.Sort(ws, findings)
		}
		rules, index := rulesOf(findings)
		run := sarifRun{
			Tool:       sarifTool{sarifDriver{"skilllint", o.Version, homepage, []sarifRule{}}},
			ColumnKind: "utf16CodeUnits",
			Results:    []sarifResult{},
		}
		for _, r := range rules {
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(r))
		}
		prints := lint.Fingerprints(ws, findings)
		hashes := sarifHashes(ws)
		internal := false
		for i, f := range findings {
			internal = internal || f.Rule == lint.InternalError()
			run.Results = append(run.Results, sarifResult{
				RuleID: f.Rule.Name, RuleIndex: index[f.Rule], Level: f.Severity.String(), Message: sarifText{Visible(f.Message)},
				Locations:    []sarifLocation{{Physical: o.physical(ws, f.Diagnostic.Pos, f.Diagnostic.End)}},
				Related:      o.sarifRelated(ws, f),
				Fingerprints: map[string]string{"skilllint/v1": prints[i]},
				Fixes:        o.sarifFixes(ws, f),
			})
			if hash := hashes(f); hash != "" {
				run.Results[i].Fingerprints["primaryLocationLineHash"] = hash
			}
		}
		run.Invocations = []sarifInvocation{{ExecutionSuccessful: !internal}}
		if text := NotJudged(ws); text != "" {
			run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"note", sarifText{Visible(text)}})
		}
		if left > 0 {
			text := fmt.Sprintf("%s left out: a run holds at most %d results", plural(left, "finding"), maxResults)
			run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"warning", sarifText{text}})
		}
		return WriteJSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
	}
}

// sarifHashes returns a function that gives the hash of a finding's line, ""
// when its file was not read.
func sarifHashes(ws *skill.Workspace) func(lint.Finding) string {
	byFile := map[*skill.File][]string{}
	return func(f lint.Finding) string {
		file := ws.FileAt(f.Pos)
		if file == nil || !file.Known() {
			return ""
		}
		hashes, ok := byFile[file]
		if !ok {
			hashes = lineHashes(file.Source())
			byFile[file] = hashes
		}
		if line := ws.Fset.PositionFor(f.Pos, false).Line; line <= len(hashes) {
			return hashes[line-1]
		}
		return ""
	}
}

// rulesOf returns the rules that findings name, by name, and their places.
func rulesOf(findings []lint.Finding) ([]*lint.Rule, map[*lint.Rule]int) {
	index := map[*lint.Rule]int{}
	var rules []*lint.Rule
	for _, f := range findings {
		if _, ok := index[f.Rule]; !ok {
			index[f.Rule] = 0
			rules = append(rules, f.Rule)
		}
	}
	slices.SortFunc(rules, func(a, b *lint.Rule) int { return strings.Compare(a.Name, b.Name) })
	for i, r := range rules {
		index[r] = i
	}
	return rules, index
}

func sarifRuleOf(r *lint.Rule) sarifRule {
	short, _, _ := strings.Cut(r.Doc, "\n")
	return sarifRule{
		ID: r.Name, ShortDescription: sarifText{short}, FullDescription: sarifText{wording.Cut(r.Doc, 1000)},
		Help: sarifHelp{r.Doc, r.Doc}, HelpURI: r.URL(), Default: sarifLevel{r.Severity.String()},
		Properties: sarifRuleExtra{[]string{"agent-skills"}},
	}
}

// uri writes a path of the workspace as a relative URI reference.
func uri(file string) string {
	u := url.URL{Path: file}
	return strings.ReplaceAll(u.EscapedPath(), ":", "%3A") // a colon in the first segment would be a scheme
}

func (o Options) sarifRelated(ws *skill.Workspace, f lint.Finding) []sarifLocation {
	var related []sarifLocation
	for _, r := range f.Related {
		if ws.FileAt(r.Pos) == nil { // in an earlier revision
			continue
		}
		id := len(related) + 1
		related = append(related, sarifLocation{ID: &id, Physical: o.physical(ws, r.Pos, r.End), Message: &sarifText{Visible(r.Message)}})
	}
	return related
}

func (o Options) sarifFixes(ws *skill.Workspace, f lint.Finding) []sarifFix {
	var fixes []sarifFix
	for _, fix := range f.SuggestedFixes {
		s := sarifFix{Description: sarifText{Visible(fix.Message)}}
		for _, e := range fix.TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			p := o.physical(ws, e.Pos, end)
			s.Changes = append(s.Changes, sarifChange{p.Artifact, []sarifReplacement{{p.Region, sarifText{string(e.NewText)}}}})
		}
		fixes = append(fixes, s)
	}
	return fixes
}

func (o Options) physical(ws *skill.Workspace, pos, end token.Pos) sarifPhysical {
	s := locate(ws, pos, end, utf16Units)
	return sarifPhysical{sarifArtifact{uri(o.path(s.file))}, sarifRegion{s.line, s.column, s.endLine, s.endColumn}}
}
