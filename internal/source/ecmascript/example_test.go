package ecmascript_test

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/internal/source/ecmascript"
)

func Example() {
	src := `import { services } from '../zodiac/services'
const TOOL = 'zodiac_' + 'calculate'
export const execute = async (input) => gateway.call(TOOL, { year: 1990, ...input })
`
	f := ecmascript.Parse(ecmascript.TypeScript, []byte(src))
	for _, imp := range f.Imports {
		fmt.Println("imports", imp.Names[0].Name, "of", imp.Source.Value, "at", imp.Source.Start)
	}
	for _, c := range f.Calls {
		callee, _ := ecmascript.Path(c.Fun)
		tool, _ := f.Text(c.Args[0])
		fmt.Println("calls", strings.Join(callee, "."), "of", tool)
		for _, p := range c.Args[1].(*ecmascript.Object).Props {
			fmt.Println("  with", f.Source(p.Span))
		}
	}
	fmt.Println("exports execute:", f.Export("execute") != nil)
	// Output:
	// imports services of ../zodiac/services at 25
	// calls gateway.call of zodiac_calculate
	//   with year: 1990
	//   with ...input
	// exports execute: true
}
