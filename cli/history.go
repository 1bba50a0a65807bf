package cli

import (
	"context"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// announced returns the day on which each deprecation of a workspace first
// appeared in the git history, so that a window cannot be back-dated.
// Without a repository it is empty, and windows begin today. commit is the
// history that was looked at, "" when none was, "incomplete" when more of it
// may come.
func announced(dir string, ws *skill.Workspace, now time.Time) (days map[*contract.Deprecation]manifest.Announcement, commit string, err error) {
	var paths []string
	for _, s := range ws.Skills {
		if len(s.Deprecated) > 0 {
			paths = append(paths, s.Manifest().Path)
		}
	}
	if len(paths) == 0 {
		return nil, "", nil
	}
	commit = commitOf(dir)
	repo, err := git.Find(dir)
	if err != nil {
		return nil, commit, nil // there is no history
	}
	defer repo.Close()
	history, cut, err := repo.History(context.Background(), dir, paths, "SKILL.md")
	if err != nil {
		return nil, commit, err
	}
	if cut {
		commit = "incomplete"
	}
	objects := repo.Objects()
	defer objects.Close()
	parsed := map[string][]contract.Deprecation{"": nil}
	days = map[*contract.Deprecation]manifest.Announcement{}
	for _, s := range ws.Skills {
		var states []manifest.Dated
		cut := cut
		for _, v := range history[s.Manifest().Path] {
			entries, seen := parsed[v.Blob]
			if !seen {
				src, err := objects.Read(v.Blob)
				if err != nil {
					cut = true // a clone without that object
					commit = "incomplete"
					break
				}
				entries = manifest.DeprecationsOf(src)
				parsed[v.Blob] = entries
			}
			states = append(states, manifest.Dated{Deprecated: entries, When: v.When})
		}
		for i := range s.Deprecated {
			if d := &s.Deprecated[i]; states != nil && !d.RemovalDate.IsZero() {
				days[d] = manifest.Announced(d, states, cut, now)
			}
		}
	}
	return days, commit, nil
}

// commitOf names the history that git has of a folder: the commit that is
// checked out, and where a shallow clone ends. It is never empty.
func commitOf(dir string) string {
	repo, err := git.Find(dir)
	if err != nil {
		return "none: " + err.Error()
	}
	defer repo.Close()
	head, err := repo.Head(context.Background())
	if err != nil {
		return "none: " + err.Error()
	}
	return head
}
