package servers

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// Who names the user of a tool for a message: the skill, agent or command, else
// the file.
func Who(ws *skill.Workspace, f *skill.File) string {
	dir, base := path.Split(f.Path)
	name := strings.TrimSuffix(base, path.Ext(base))
	switch s := ws.SkillAt(f.Path); {
	case s != nil && s.ID.Text != "":
		return s.ID.Text
	case strings.Contains("/"+dir, "/agents/") || strings.HasSuffix(base, ".agent.md"):
		return "agent " + strings.TrimSuffix(name, ".agent")
	case strings.Contains("/"+dir, "/commands/"):
		return "command " + name
	}
	return f.Path
}

// Of returns the uses of one tool of a server, by file and place.
func Of(ws *skill.Workspace, server *skill.Skill, tool string) []Use {
	var list []Use
	for _, u := range Uses(ws) {
		if u.Server == server && u.names(tool) {
			list = append(list, u)
		}
	}
	return list
}
