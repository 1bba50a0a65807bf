package skillnames

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// InOrder reports whether a folder's name is that of its skill with a number before it,
// for the order, or with a version behind it.
func InOrder(folder, name string) bool {
	before, ok := strings.CutSuffix(folder, name)
	if ok && orderNumber.MatchString(before) {
		return true
	}
	behind, ok := strings.CutPrefix(folder, name)
	return ok && versionMark.MatchString(behind)
}

var (
	orderNumber = regexp.MustCompile(`^\d+[-_.]$`)
	versionMark = regexp.MustCompile(`^[-_.@]v?\d[\w.-]*$`)
)

// byNumber matches a skill that a text calls by the number of its folder: "Skill 35".
var byNumber = regexp.MustCompile(`(?i)\bskills? #?(\d{1,4})\b`)

var numberedSkills skill.Memo[map[int][]*skill.Skill]

// NumberedIn returns the skills that a text calls by their numbers, where folders
// begin with them: 35-planner.
func NumberedIn(p *lint.Pass, text string) (list []*skill.Skill) {
	numbered := numberedSkills.Of(p.Workspace, func() map[int][]*skill.Skill {
		skills := map[int][]*skill.Skill{}
		for _, s := range p.Skills {
			digits := strings.TrimRight(orderNumber.FindString(firstPart(path.Base(s.Dir))), "-_.")
			if n, err := strconv.Atoi(digits); err == nil && s.Plugin == nil {
				skills[n] = append(skills[n], s)
			}
		}
		return skills
	})
	if len(numbered) == 0 {
		return nil
	}
	for _, m := range byNumber.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			list = append(list, numbered[n]...)
		}
	}
	return list
}

// firstPart is the beginning of a name up to its first separator, with it.
func firstPart(name string) string {
	return name[:strings.IndexAny(name, "-_.")+1]
}
