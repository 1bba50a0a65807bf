//go:build !unix

package record

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends the server; what it started ends with its pipes.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
