package resolve

import "strings"

// nodeBuiltins are the modules of Node.js itself (module.builtinModules of
// Node.js 20): require('events') never means a package of that name, while
// require('events/') does.
var nodeBuiltins = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`
assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel
dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path
path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl stream
stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url
util util/types v8 vm wasi worker_threads zlib`) {
		names[name] = true
	}
	return names
}()
