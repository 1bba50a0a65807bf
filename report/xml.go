package report

import (
	"encoding/xml"
	"io"
)

// writeXML writes a document with its declaration. Texts in it have passed
// Visible; characters that XML has no place for become U+FFFD.
func writeXML(w io.Writer, doc any) error {
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append([]byte(xml.Header), append(text, '\n')...))
	return err
}
