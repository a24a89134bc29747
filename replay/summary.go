package replay

import (
	"slices"

	"vigie/validation"
)

// Person is what a person decided in a session: an action, and how often.
type Person struct {
	Who    string `json:"who"`
	Action string `json:"action"` // DoResume, DoRetry, DoRecheck or DoAbort
	Count  int    `json:"count"`
}

// maxPersons bounds how many different decisions of persons a summary names.
const maxPersons = 20

// AddCategory notes that a step failed in a way. It changes no list that a copy of the summary shares.
func (s *Summary) AddCategory(c validation.Category) {
	if c == validation.None || slices.Contains(s.Categories, c) {
		return
	}
	s.Categories = append(slices.Clone(s.Categories), c)
	slices.Sort(s.Categories)
}

// AddPerson notes a person's decision, as AddCategory does.
func (s *Summary) AddPerson(who, action string) {
	persons := slices.Clone(s.Persons)
	i := slices.IndexFunc(persons, func(p Person) bool { return p.Who == who && p.Action == action })
	switch {
	case i >= 0:
		persons[i].Count++
	case len(persons) < maxPersons:
		persons = append(persons, Person{Who: who, Action: action, Count: 1})
	}
	s.Persons = persons
}
