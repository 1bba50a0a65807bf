package skill

import "strings"

// asksForError reports whether a member of a result says that the call was
// denied or failed, or not: error, isError, ok, status.
func asksForError(name string) bool {
	name = fold(name)
	if strings.Contains(name, "err") || strings.Contains(name, "den") || strings.Contains(name, "fail") {
		return true
	}
	switch name {
	case "ok", "success", "succeeded", "issuccess", "status", "statuscode", "code", "reason", "then", "catch", "finally":
		return true
	}
	return false
}
