// Package remarks reads what a Markdown text says of a path in words: that the file is
// elsewhere, was removed, is to be made, need not be there, or stands for another one.
package remarks
