package skill

import (
	"path"
	"regexp"

	"github.com/skilllint/skilllint/internal/tree"
)

var containerHomes MemoBy[string, map[string]bool]

// IsContainerHome reports whether an account has its home in a container of the collection that a path is
// in: a Dockerfile or a compose file names it, so that it is the same on every machine. They are read when a
// rule asks.
func (ws *Workspace) IsContainerHome(p, account string) bool {
	ws = ws.Whole()
	collection := ws.Collection(p)
	return containerHomes.Of(ws, collection, func() map[string]bool {
		homes := map[string]bool{}
		looked := 0
		for _, e := range ws.Tree.Below(collection) {
			if e.Kind != tree.Regular || !containerFile.MatchString(path.Base(e.Path)) {
				continue
			}
			if looked++; looked > maxPrograms {
				break
			}
			loan, err := ws.files.Borrow(e.Path, largestProgram)
			if err == nil {
				for _, m := range homeInContainer.FindAllSubmatch(loan.Src, -1) {
					homes[string(m[1])] = true
				}
			}
			loan.Return()
		}
		return homes
	})[account]
}

var (
	// containerFile matches the names of what containers are built from, or started with.
	containerFile = regexp.MustCompile(`^(?:(?:Docker|Container)file(?:[.-].+)?|.+\.[Dd]ockerfile|(?:docker-)?compose(?:[.-][^/]*)?\.ya?ml)$`)
	// homeInContainer matches a home in a container: where something is copied to or mounted, the folder to work in,
	// or one behind the colon of a volume; and not what a host's path begins with.
	homeInContainer = regexp.MustCompile(`(?m)(?:^\s*(?:WORKDIR|ENV|RUN|USER|VOLUME|COPY|ADD|ENTRYPOINT|CMD)\b.*?|:\s*)["'\s:=]/home/([\w.-]+)`)
)
