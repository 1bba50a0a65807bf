package cli

import "fmt"

// The exit statuses.
const (
	exitClean    = 0
	exitFindings = 1
	exitUsage    = 2
	exitInternal = 3
)

// exitStatus is an error that only sets the exit status: everything has been said.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }
