package tiny

import (
	"encoding/binary"
	"math"
)

// The types of GGUF's values.
const (
	typeU32    = 4
	typeI32    = 5
	typeF32    = 6
	typeBool   = 7
	typeString = 8
	typeArray  = 9
	typeU64    = 10
)

var le = binary.LittleEndian

// file gathers a model's values and tensors.
type file struct {
	values  []byte
	count   uint64
	tensors []tensor
}

// tensor is a block of numbers with its shape, the innermost dimension first.
type tensor struct {
	name  string
	shape []uint64
	data  []float32
}

func str(b []byte, s string) []byte { return append(le.AppendUint64(b, uint64(len(s))), s...) }

// set adds a value: uint32, int, float32, bool, string, []string, []int32 or []float32.
func (f *file) set(key string, value any) {
	f.count++
	b := str(f.values, key)
	switch v := value.(type) {
	case int:
		b = le.AppendUint32(le.AppendUint32(b, typeU32), uint32(v)) //nolint:gosec // sizes of a tiny model
	case uint64:
		b = le.AppendUint64(le.AppendUint32(b, typeU64), v)
	case float32:
		b = le.AppendUint32(le.AppendUint32(b, typeF32), math.Float32bits(v))
	case bool:
		b = le.AppendUint32(b, typeBool)
		if v {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	case string:
		b = str(le.AppendUint32(b, typeString), v)
	case []string:
		b = array(b, typeString, len(v))
		for _, s := range v {
			b = str(b, s)
		}
	case []int32:
		b = array(b, typeI32, len(v))
		for _, n := range v {
			b = le.AppendUint32(b, uint32(n)) //nolint:gosec // a bit pattern
		}
	case []float32:
		b = array(b, typeF32, len(v))
		for _, x := range v {
			b = le.AppendUint32(b, math.Float32bits(x))
		}
	}
	f.values = b
}

func array(b []byte, of uint32, n int) []byte {
	return le.AppendUint64(le.AppendUint32(le.AppendUint32(b, typeArray), of), uint64(n)) //nolint:gosec // a length
}

// bytes is the whole file.
func (f *file) bytes() []byte {
	out := le.AppendUint32([]byte("GGUF"), 3)
	out = le.AppendUint64(out, uint64(len(f.tensors)))
	out = le.AppendUint64(out, f.count)
	out = append(out, f.values...)
	offset := uint64(0)
	for _, t := range f.tensors {
		out = le.AppendUint32(str(out, t.name), uint32(len(t.shape))) //nolint:gosec // two at most four
		for _, n := range t.shape {
			out = le.AppendUint64(out, n)
		}
		out = le.AppendUint64(le.AppendUint32(out, 0), offset)
		offset += uint64((4*len(t.data) + 31) / 32 * 32) //nolint:gosec // a length
	}
	out = aligned(out)
	for _, t := range f.tensors {
		for _, x := range t.data {
			out = le.AppendUint32(out, math.Float32bits(x))
		}
		out = aligned(out)
	}
	return out
}

func aligned(b []byte) []byte {
	for len(b)%32 != 0 {
		b = append(b, 0)
	}
	return b
}
