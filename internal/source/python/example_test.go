package python_test

import (
	"fmt"

	"github.com/skilllint/skilllint/internal/source/python"
)

func Example() {
	src := []byte(`
from skills.zodiac.services import calculate_zodiac as calc

TOOL = "calculate_" + "zodiac"

async def chart(context):
    return await ToolRegistry.execute(TOOL, {"birth_date": "2000-01-01"}, context)
`)
	f := python.Parse(src)
	for i := range f.Imports() {
		fmt.Printf("%s of %s, written %s\n", i.Name.Name, i.Module, src[i.Module.Start:i.Module.End])
	}
	for n := range f.Nodes() {
		call, ok := n.(*python.Call)
		if !ok || call.Callee() != "ToolRegistry.execute" {
			continue
		}
		tool, _ := call.Arg(0, "name")
		name, known := f.Text(tool)
		fmt.Println(name, known)
		args, _ := call.Arg(1, "args")
		for _, item := range args.(*python.Dict).Items {
			key, _ := f.Text(item.Key)
			value, _ := f.Text(item.Value)
			fmt.Println(key, value, item.Value.At())
		}
	}
	// Output:
	// calculate_zodiac of skills.zodiac.services, written skills.zodiac.services
	// calculate_zodiac true
	// birth_date 2000-01-01 {179 191}
}
