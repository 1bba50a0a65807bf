package cli

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"

	"github.com/skilllint/skilllint/internal/git"
)

// endings are the signals that ask the process to end, but for those that
// whoever started it has switched off, as nohup does.
func endings() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// unwinding says that a command returns by itself when a signal comes. It stays
// set when that has ended: the process is about to.
var unwinding atomic.Bool

// untilSignal returns a context that ends with the first signal. The command
// that asks for it returns then, and cleans up on its way.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	unwinding.Store(true)
	return signal.NotifyContext(ctx, endings()...)
}

// endOnSignal ends the process when a signal comes and no command returns by
// itself. Temporary folders are removed first: deferred calls do not run.
func endOnSignal() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, endings()...)
	go func() {
		for s := range signals {
			if unwinding.Load() {
				continue
			}
			git.Discard()
			status := 128
			if number, ok := s.(syscall.Signal); ok {
				status += int(number)
			}
			os.Exit(status)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
