package hosts

import (
	"path"
	"strings"
)

// The ways in which a name is made.
const (
	ByFolder       = "folder"         // the folder of the file
	ByFolderOrName = "folder, name"   // the folder of the file; the key `name` is a second one
	ByName         = "name"           // the key `name`, which is required
	ByNameOrFolder = "name or folder" // the key `name`, else the folder
	ByNameOrFile   = "name or file"   // the key `name`, else the file's name without extension
	ByFile         = "file"           // the file's name without extension
	ByPathColon    = "path:"          // folders and file's name, joined by ":"
	ByPathAndName  = "path: and name" // the folders, and the key `name`, else the file's name, joined by ":"
	ByPathSlash    = "path/"
	ByNameOrPath   = "name or path/"
	ByPathDashes   = "path--"
	NoName         = "none"
)

// Name is the name under which a component is known, without a plugin's
// prefix. name is the text of the file's key `name`, or "".
func (l Load) Name(name string) string {
	stem := strings.TrimSuffix(l.Rest, path.Ext(l.Rest))
	if stem2, ok := strings.CutSuffix(stem, ".agent"); ok {
		stem = stem2
	}
	folder := path.Base(path.Dir(path.Join(l.Root, l.Folder.Folder, l.Rest)))
	if path.Base(l.Rest) == "SKILL.md" {
		if stem = path.Dir(l.Rest); stem == "." {
			stem = folder
		}
	}
	switch l.Folder.Name {
	case ByFolder, ByFolderOrName:
		return folder
	case ByName:
		return name
	case ByNameOrFolder:
		if name != "" {
			return name
		}
		return folder
	case ByNameOrFile:
		if name != "" {
			return name
		}
		return path.Base(stem)
	case ByFile:
		return path.Base(stem)
	case ByPathAndName:
		if name != "" {
			stem = path.Join(path.Dir(stem), name)
		}
		return strings.ReplaceAll(stem, "/", ":")
	case ByPathColon:
		return strings.ReplaceAll(stem, "/", ":")
	case ByNameOrPath:
		if name != "" {
			return name
		}
		return stem
	case ByPathSlash:
		return stem
	case ByPathDashes:
		return strings.ReplaceAll(stem, "/", "--")
	}
	return ""
}

// TakesFolder reports whether a component without the key `name` has the name of its folder.
func (f *Folder) TakesFolder() bool {
	return f.Name == ByFolder || f.Name == ByFolderOrName || f.Name == ByNameOrFolder
}

// Answers reports whether a component whose key `name` has that text is called by it,
// also where it is known under another one.
func (l Load) Answers(name string) bool {
	return l.Name(name) == name || l.Folder.Name == ByFolderOrName
}
