package tree

import "strings"

// Parent is path.Dir for a path that is clean, as all of a Tree are.
func Parent(p string) string {
	switch i := strings.LastIndexByte(p, '/'); {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	default:
		return p[:i]
	}
}

// Join is path.Join for a folder that is clean and the name of what is in it.
func Join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// Holds reports whether a path is a folder's own, or one below it.
func Holds(dir, p string) bool {
	rest, begins := strings.CutPrefix(p, dir)
	return dir == "." || begins && (rest == "" || rest[0] == '/')
}
