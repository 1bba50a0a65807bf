//go:build !unix && !windows

package record

import "os/exec"

func ownGroup(*exec.Cmd) {}

// groupOf returns what ends the server; what it started ends with its pipes.
func groupOf(cmd *exec.Cmd) (kill func()) { return func() { _ = cmd.Process.Kill() } }
