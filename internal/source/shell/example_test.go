package shell_test

import (
	"fmt"

	"github.com/skilllint/skilllint/internal/source/shell"
)

func Example() {
	src := `SKILLS_DIR="$(dirname "$0")/.."
if [ -n "$1" ]; then exec "$SKILLS_DIR/zodiac/run.sh" "$@"; fi
`
	f := shell.Parse([]byte(src))
	for _, c := range f.Commands {
		if name, _ := c.Words[0].Literal(); name != "exec" {
			continue
		}
		for _, p := range c.Words[1].Parts {
			fmt.Println(p.Kind == shell.Variable, p.Text, p.Start)
		}
	}
	// Output:
	// true SKILLS_DIR 59
	// false /zodiac/run.sh 70
}
