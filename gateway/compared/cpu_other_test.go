//go:build !unix

package compared

import "testing"

// cpu has no clock here.
func cpu(*testing.B) (done func()) { return func() {} }
