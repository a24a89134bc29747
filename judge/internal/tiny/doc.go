// Package tiny makes very small models with random weights, for tests against a real model server: real protocol, real
// structured output, real errors. What such a model says means nothing.
//
// The file is GGUF, version 3, architecture mistral3, with a token for each byte. Channel 0 of every embedding is a
// constant, so that column 0 of the output acts as a bias for each token: it makes the model close what it opened.
package tiny
