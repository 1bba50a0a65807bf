package tree

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	bcp47 "golang.org/x/text/language"

	"github.com/skilllint/skilllint/internal/limit"
)

// maxPackageFiles and maxPackageBytes bound what a digest reads.
const (
	maxPackageFiles = limit.PackageFiles
	maxPackageBytes = limit.PackageBytes
)

// Digest returns the digest of a package's folder in hexadecimal, and how many
// bytes the files have that it is made of. It is the SHA-256 of a list that has one line for each regular file,
//
//	<sha256 of the content>  <path relative to the folder>
//
// sorted by path, bytewise. It is what GNU coreutils print:
//
//	find . \( -name .git -o -name node_modules -o -name __pycache__ \) -prune -o \
//	  -type f ! -path ./manifest.json -printf '%P\0' | LC_ALL=C sort -z | xargs -0r sha256sum | sha256sum
//
// The package's own manifest.json is left out, since it holds the digest.
// Symbolic links are no files of the package; anything else is an error.
func Digest(fsys fs.FS, dir string) (digest string, size int64, err error) {
	files, err := FilesBelow(fsys, dir, ".git", "node_modules", "__pycache__")
	if err != nil {
		return "", 0, err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return name == "manifest.json" })
	slices.Sort(files)
	list := sha256.New()
	for _, name := range files {
		sum, n, err := hashFile(fsys, path.Join(dir, name))
		if err != nil {
			return "", 0, err
		}
		size += n
		io.WriteString(list, digestLine(sum, name))
	}
	return hex.EncodeToString(list.Sum(nil)), size, nil
}

// within is p relative to dir, which is above it.
func within(dir, p string) string {
	if dir == "." {
		return p
	}
	return strings.TrimPrefix(p, dir+"/")
}

// digestLine is a line of sha256sum, which escapes names that hold a
// backslash or a line end, and then begins with a backslash.
func digestLine(sum, name string) string {
	escaped := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`).Replace(name)
	if escaped != name {
		sum = `\` + sum
	}
	return sum + "  " + escaped + "\n"
}

func hashFile(fsys fs.FS, p string) (sum string, size int64, err error) {
	h := sha256.New()
	size, err = CopyFile(h, fsys, p)
	if err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(h.Sum(nil)), size, nil
}

// FilesBelow returns the regular files below a folder, by their paths relative
// to it, but for what is in folders of the names to skip.
func FilesBelow(fsys fs.FS, dir string, skip ...string) ([]string, error) {
	var files []string
	size := int64(0)
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p != dir && slices.Contains(skip, d.Name()):
			return fs.SkipDir
		case d.IsDir() || d.Type()&fs.ModeSymlink != 0:
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is a named pipe, a socket or a device: expected regular files and folders", p)
		}
		files = append(files, within(dir, p))
		if info, err := d.Info(); err == nil {
			size += info.Size()
		}
		if len(files) > maxPackageFiles || size > maxPackageBytes {
			return fmt.Errorf("the folder has more than %d files or %d GiB", maxPackageFiles, maxPackageBytes>>30)
		}
		return nil
	})
	return files, err
}

// CopyFile writes what a regular file holds, and returns how many bytes that are.
func CopyFile(w io.Writer, fsys fs.FS, p string) (int64, error) {
	f, err := fsys.Open(p)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a regular file", p)
	}
	return io.Copy(w, io.LimitReader(f, maxPackageBytes))
}

// InstallHash returns the hash that npm's `skills` computes of a folder, in
// hexadecimal: SHA-256 over the relative path and the bytes of every regular
// file outside of .git and node_modules, in the order of JavaScript's
// localeCompare on the paths.
func InstallHash(fsys fs.FS, dir string) (string, error) {
	files, err := installed(fsys, dir)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, name := range files {
		io.WriteString(sum, name)
		if _, err := CopyFile(sum, fsys, path.Join(dir, name)); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// installed returns the files of a folder that InstallHash is made of, in its order.
func installed(fsys fs.FS, dir string) ([]string, error) {
	files, err := FilesBelow(fsys, dir, ".git", "node_modules")
	if err != nil {
		return nil, err
	}
	order, buffer := collate.New(bcp47.English), &collate.Buffer{}
	keys := make(map[string][]byte, len(files))
	for _, name := range files {
		keys[name] = bytes.Clone(order.KeyFromString(buffer, name))
		buffer.Reset()
	}
	slices.SortStableFunc(files, func(a, b string) int { return bytes.Compare(keys[a], keys[b]) })
	return files, nil
}

// The bounds of a folder whose line ends are looked into.
const (
	maxConvertedBytes = 4 << 20
	maxConverted      = 5 // extensions, of which each may have been converted
)

// HadInstallHash reports whether a folder had a hash of InstallHash on Windows: git writes files there with CRLF at the ends of
// lines, all of them or, as a .gitattributes says, those of some extensions. What cannot be read, or is large, had none.
func HadInstallHash(fsys fs.FS, dir, hash string) bool {
	files, err := installed(fsys, dir)
	if err != nil {
		return false
	}
	var contents [][2][]byte // as it is, and with CRLF; the same where that is not of a text
	var converted []string
	size := 0
	for _, name := range files {
		is, err := ReadFile(fsys, path.Join(dir, name), maxConvertedBytes)
		if size += len(is); err != nil || size > maxConvertedBytes {
			return false
		}
		crlf := is
		if bytes.IndexByte(is, 0) < 0 && bytes.IndexByte(is, '\n') >= 0 && bytes.IndexByte(is, '\r') < 0 {
			crlf = bytes.ReplaceAll(is, []byte("\n"), []byte("\r\n"))
			if ext := path.Ext(name); !slices.Contains(converted, ext) {
				converted = append(converted, ext)
			}
		}
		contents = append(contents, [2][]byte{is, crlf})
	}
	if len(converted) > maxConverted {
		return false
	}
	for set := 1; set < 1<<len(converted); set++ {
		sum := sha256.New()
		for i, name := range files {
			io.WriteString(sum, name)
			if ext := slices.Index(converted, path.Ext(name)); ext >= 0 && set>>ext&1 == 1 {
				sum.Write(contents[i][1])
			} else {
				sum.Write(contents[i][0])
			}
		}
		if hex.EncodeToString(sum.Sum(nil)) == hash {
			return true
		}
	}
	return false
}
