package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// pathOf returns the file that a URI names on this machine; false for other
// schemes (an untitled buffer, a file inside of an archive) and other machines.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	p := u.Path
	if runtime.GOOS == "windows" {
		p = strings.TrimPrefix(p, "/") // /C:/x
	}
	p = filepath.FromSlash(p)
	return filepath.Clean(p), filepath.IsAbs(p)
}

// uriOf is the URI of a file of this machine.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// realPath follows the symbolic links of the folders of a path, the last of
// which need not be there.
func realPath(path string) string {
	rest := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}

// plainPath is the path of a link's destination, without its fragment and
// query, and with escapes resolved.
func plainPath(dest string) (string, bool) {
	dest, _, _ = strings.Cut(dest, "#")
	dest, _, _ = strings.Cut(dest, "?")
	plain, err := url.PathUnescape(dest)
	return plain, err == nil && plain != ""
}
