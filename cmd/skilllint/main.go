// Command skilllint checks the contracts between agent skills.
//
//	skilllint [check] [flags] [path...]
//
// Exit status: 0 nothing at or above --fail-on, 1 findings, 2 the run could
// not be made, 3 a fault of skilllint itself.
package main

import (
	"os"

	"github.com/skilllint/skilllint/cli"
)

func main() { os.Exit(cli.Main()) }
