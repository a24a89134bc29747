// Package bench measures what validating steps costs: time, allocations and the share of reading, for each step and for
// each check, beside the times of another program on the same steps.
//
// All of it is for one step at a time: a [Meter] reads the counters of the whole process.
package bench
