// Package pack writes values as bytes and reads them back, for caches: what one
// build of a program writes only that build reads.
//
// It knows booleans, numbers, texts, arrays, slices, pointers and structs whose
// fields are all exported. A token.Pos is written relative to a base, so that
// what stands in one file can be read into another FileSet.
package pack

import (
	"encoding/binary"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"unsafe"
)

var posType = reflect.TypeFor[token.Pos]()

// Append appends the value that v points to. It panics for a type that the package does not know.
func Append(b []byte, v any, base token.Pos) []byte {
	return appendValue(b, reflect.ValueOf(v).Elem(), base)
}

func appendValue(b []byte, v reflect.Value, base token.Pos) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := v.Int()
		if v.Type() == posType && n != 0 {
			n += 1 - int64(base)
		}
		return binary.AppendVarint(b, n)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Array:
		for i := range v.Len() {
			b = appendValue(b, v.Index(i), base)
		}
		return b
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...)
		}
		for i := range v.Len() {
			b = appendValue(b, v.Index(i), base)
		}
		return b
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return appendValue(append(b, 1), v.Elem(), base)
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendValue(b, v.Field(i), base)
		}
		return b
	}
	panic(fmt.Sprintf("pack: a value of type %s", v.Type()))
}

// ErrBroken says that bytes are no value of the type.
var ErrBroken = errors.New("pack: broken bytes")

// Read reads a value that Append wrote, all of b, into what v points to. The
// texts of the value are parts of b, which must not change from then on.
func Read(b []byte, v any, base token.Pos) error {
	return ReadText(unsafe.String(unsafe.SliceData(b), len(b)), v, base)
}

// ReadText is Read for bytes in a text, of which the texts of the value are parts.
func ReadText(text string, v any, base token.Pos) error {
	r := reader{rest: text, base: base}
	r.value(reflect.ValueOf(v).Elem())
	if r.broken || r.rest != "" {
		return ErrBroken
	}
	return nil
}

type reader struct {
	rest   string
	base   token.Pos
	broken bool
}

func (r *reader) uint() uint64 {
	var n uint64
	for shift := 0; shift < 64 && shift/7 < len(r.rest); shift += 7 {
		c := r.rest[shift/7]
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			r.rest = r.rest[shift/7+1:]
			return n
		}
	}
	r.broken, r.rest = true, ""
	return 0
}

func (r *reader) int() int64 {
	n := r.uint()
	return int64(n>>1) ^ -int64(n&1)
}

// take returns the next n bytes.
func (r *reader) take(n uint64) string {
	if n > uint64(len(r.rest)) {
		r.broken, r.rest = true, ""
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.uint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := r.int()
		if v.Type() == posType && n != 0 {
			n += int64(r.base) - 1
		}
		v.SetInt(n)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		v.SetUint(r.uint())
	case reflect.String:
		v.SetString(r.take(r.uint()))
	case reflect.Array:
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case reflect.Slice:
		r.slice(v)
	case reflect.Pointer:
		if r.uint() != 0 && !r.broken {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.value(v.Field(i))
		}
	default:
		r.broken = true
	}
}

func (r *reader) slice(v reflect.Value) {
	n := r.uint()
	if n == 0 {
		return
	}
	if n--; n > uint64(len(r.rest)) { // each element takes a byte at least
		r.broken, r.rest = true, ""
		return
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes([]byte(r.take(n)))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	for i := range int(n) {
		if r.broken {
			return
		}
		r.value(v.Index(i))
	}
}
