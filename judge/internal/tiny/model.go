package tiny

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Options say what a model is like. The zero value has no vision, and ends what it begins.
type Options struct {
	// Vision gives it an eye.
	Vision bool
	// Endless has it go on until it is stopped; Flat takes its preference for closing what it opened.
	Endless, Flat bool
	// Phrases are texts that are a token each. A token for each byte makes long prompts slow in a server that was built
	// without optimization.
	Phrases []string
}

// The sizes of a model.
const (
	embedding  = 32
	feedIn     = 64
	heads      = 2
	headSize   = embedding / heads
	layers     = 2
	maxContext = 16384
	imageSide  = 56
	eyeSize    = 32
	patch      = 14
	weightSeed = 1
)

// special are the first tokens; the server's code knows those of pictures by their places.
var special = []string{
	"<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]",
	"[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
}

const endToken = 2

// vocabulary is a token for each special one, each byte and each phrase.
func vocabulary(phrases []string) (tokens []string, types []int32) {
	tokens = append(tokens, special...)
	for range special {
		types = append(types, 3)
	}
	types[0] = 2
	for b := range 256 {
		tokens, types = append(tokens, string(byteRune(b))), append(types, 1)
	}
	for _, p := range phrases {
		tokens, types = append(tokens, p), append(types, 4)
	}
	return tokens, types
}

// byteRune is the character that stands for a byte in byte-pair vocabularies, as the server reads them.
func byteRune(b int) rune {
	switch {
	case b == 0xad:
		return 0x143
	case b <= 0x20:
		return rune(b + 0x100)
	case b >= 0x7f && b <= 0xa0:
		return rune(b + 0xa2)
	}
	return rune(b)
}

// Phrases are the lines of texts, each once.
func Phrases(texts ...string) (all []string) {
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Model is a model's file.
func Model(o Options) []byte {
	m := &maker{rnd: rand.New(rand.NewPCG(weightSeed, 0))}
	tokens, types := vocabulary(o.Phrases)
	m.head(tokens, types)
	emb := m.random("token_embd.weight", 1, embedding, uint64(len(tokens)))
	for l := range layers {
		m.layer("blk." + strconv.Itoa(l) + ".")
	}
	m.ones("output_norm.weight", embedding)
	scale := 0.3
	if o.Flat {
		scale = 1
	}
	out := m.random("output.weight", scale, embedding, uint64(len(tokens)))
	if !o.Flat {
		for i := range tokens {
			emb[i*embedding] = 6
			out[i*embedding] = bias(i, o.Endless)
		}
	}
	if o.Vision {
		m.eye()
	}
	total := 0
	for _, t := range m.tensors {
		total += len(t.data)
	}
	m.set("general.parameter_count", uint64(total)) //nolint:gosec // a length
	return m.bytes()
}

// preferred are the characters that a model likes to write: what closes a text or an object, and letters.
var preferred = map[byte]float32{
	'"': 3.2, ',': 3, '}': 2.6, ']': 2.6, '{': 1, '[': 1, ':': 1, ' ': 0, 'e': -5, 'E': -5, '\\': -9,
}

// bias is how much a token is preferred.
func bias(token int, endless bool) float32 {
	if token == endToken && !endless {
		return 3
	}
	c := token - len(special)
	if c < ' ' || c >= 0x7f {
		return -9
	}
	b := byte(c)
	if p, ok := preferred[b]; ok {
		return p
	}
	switch {
	case 'a' <= b && b <= 'z':
		return 2
	case '0' <= b && b <= '9':
		return 1.2
	}
	return -1
}

type maker struct {
	file
	rnd *rand.Rand
}

func (m *maker) tensor(name string, shape []uint64, value func() float32) []float32 {
	n := uint64(1)
	for _, d := range shape {
		n *= d
	}
	data := make([]float32, n)
	for i := range data {
		data[i] = value()
	}
	m.tensors = append(m.tensors, tensor{name, shape, data})
	return data
}

func (m *maker) random(name string, scale float64, shape ...uint64) []float32 {
	return m.tensor(name, shape, func() float32 { return float32(m.rnd.NormFloat64() * scale) })
}

// weight is a matrix whose scale keeps the size of what goes through it.
func (m *maker) weight(name string, shape ...uint64) {
	m.random(name, 1/math.Sqrt(float64(shape[0])), shape...)
}

func (m *maker) ones(name string, shape ...uint64) {
	m.tensor(name, shape, func() float32 { return 1 })
}

func (m *maker) layer(b string) {
	m.ones(b+"attn_norm.weight", embedding)
	m.ones(b+"ffn_norm.weight", embedding)
	m.weight(b+"attn_q.weight", embedding, embedding)
	m.weight(b+"attn_k.weight", embedding, headSize)
	m.weight(b+"attn_v.weight", embedding, headSize)
	m.weight(b+"attn_output.weight", embedding, embedding)
	m.weight(b+"ffn_gate.weight", embedding, feedIn)
	m.weight(b+"ffn_up.weight", embedding, feedIn)
	m.weight(b+"ffn_down.weight", feedIn, embedding)
}

// head sets what the server wants to know of the model.
func (m *maker) head(tokens []string, types []int32) {
	const arch = "mistral3."
	m.set("general.architecture", "mistral3")
	m.set("general.name", "tiny random")
	m.set("general.file_type", 0)
	for _, v := range []struct {
		key string
		n   int
	}{
		{"block_count", layers},
		{"context_length", maxContext},
		{"embedding_length", embedding},
		{"feed_forward_length", feedIn},
		{"attention.head_count", heads},
		{"attention.head_count_kv", 1},
		{"attention.key_length", headSize},
		{"attention.value_length", headSize},
		{"rope.dimension_count", headSize},
		{"vocab_size", len(tokens)},
	} {
		m.set(arch+v.key, v.n)
	}
	m.set(arch+"attention.layer_norm_rms_epsilon", float32(1e-5))
	m.set(arch+"rope.freq_base", float32(10000))
	const tok = "tokenizer.ggml."
	m.set(tok+"model", "gpt2")
	m.set(tok+"pre", "tekken")
	m.set(tok+"tokens", tokens)
	m.set(tok+"token_type", types)
	m.set(tok+"scores", make([]float32, len(tokens)))
	m.set(tok+"merges", []string{"\u0120 \u0120"})
	m.set(tok+"bos_token_id", 1)
	m.set(tok+"eos_token_id", endToken)
	m.set(tok+"unknown_token_id", 0)
	m.set(tok+"add_bos_token", true)
	m.set(tok+"add_eos_token", false)
}

// eye adds the part that sees.
func (m *maker) eye() {
	const arch = "mistral3.vision."
	for _, v := range []struct {
		key string
		n   int
	}{
		{"block_count", 1},
		{"embedding_length", eyeSize},
		{"feed_forward_length", 2 * eyeSize},
		{"attention.head_count", 2},
		{"attention.key_length", eyeSize / 2},
		{"image_size", imageSide},
		{"longest_edge", imageSide},
		{"patch_size", patch},
		{"num_channels", 3},
	} {
		m.set(arch+v.key, v.n)
	}
	m.set(arch+"rope.freq_base", float32(10000))
	m.set(arch+"attention.layer_norm_epsilon", float32(1e-5))
	m.set("mistral3.spatial_merge_size", 1)
	m.random("v.patch_conv.weight", 1/math.Sqrt(patch*patch*3), patch, patch, 3, eyeSize)
	m.ones("v.encoder_norm.weight", eyeSize)
	const b = "v.blk.0."
	m.ones(b+"attn_norm.weight", eyeSize)
	m.ones(b+"ffn_norm.weight", eyeSize)
	for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
		m.weight(b+name+".weight", eyeSize, eyeSize)
	}
	m.weight(b+"ffn_gate.weight", eyeSize, 2*eyeSize)
	m.weight(b+"ffn_up.weight", eyeSize, 2*eyeSize)
	m.weight(b+"ffn_down.weight", 2*eyeSize, eyeSize)
	m.ones("mm.norm.weight", eyeSize)
	m.weight("mm.patch_merger.merging_layer.weight", eyeSize, eyeSize)
	m.weight("mm.linear_1.weight", eyeSize, embedding)
	m.weight("mm.linear_2.weight", embedding, embedding)
}
