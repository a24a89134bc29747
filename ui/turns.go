package ui

// turns keeps the answers of background work in the order of the questions: an answer that a later question's has
// overtaken is out of date. It belongs to Fyne's goroutine.
type turns struct{ begun, ended int }

// begin numbers a question.
func (t *turns) begin() int {
	t.begun++
	return t.begun
}

// end says whether the answer to a question is still the newest one.
func (t *turns) end(turn int) bool {
	if turn < t.ended {
		return false
	}
	t.ended = turn
	return true
}
