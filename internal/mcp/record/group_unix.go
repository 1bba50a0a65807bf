//go:build unix

package record

import (
	"os/exec"
	"syscall"
)

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// groupOf returns what ends all processes of the group of a server that has started.
func groupOf(cmd *exec.Cmd) (kill func()) {
	return func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
