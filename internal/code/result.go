package code

import (
	"strings"
)

// asksForError reports whether a member of a result says that the call was
// denied or failed, or not: error, isError, ok, status.
func asksForError(name string) bool {
	name = Fold(name)
	for _, word := range []string{"error", "denied", "denial", "fail"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	switch name {
	case "err", "ok", "success", "succeeded", "issuccess", "status", "statuscode", "code", "reason", "then", "catch", "finally":
		return true
	}
	return false
}
