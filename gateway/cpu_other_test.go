//go:build !unix

package gateway

import "testing"

// cpu has no clock here.
func cpu(*testing.B) (done func()) { return func() {} }
