package record

import (
	"os/exec"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

func ownGroup(*exec.Cmd) {}

// groupOf puts a server that has started into a job object, and returns what ends all
// processes of it. They also end when this program does.
func groupOf(cmd *exec.Cmd) (kill func()) {
	job, err := newJob(uint32(cmd.Process.Pid))
	if err != nil {
		return func() { _ = cmd.Process.Kill() }
	}
	return sync.OnceFunc(func() {
		_ = windows.TerminateJobObject(job, 1)
		_ = windows.CloseHandle(job)
	})
}

func newJob(pid uint32) (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	if err := fill(job, pid); err != nil {
		_ = windows.CloseHandle(job)
		return 0, err
	}
	return job, nil
}

func fill(job windows.Handle, pid uint32) error {
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return err
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(process) }()
	return windows.AssignProcessToJobObject(job, process)
}
