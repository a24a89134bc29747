package settings

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
)

// Source is where a value comes from.
type Source string

// The sources, the weakest first.
const (
	FromDefault     Source = "default"
	FromKept        Source = "kept"
	FromEnvironment Source = "environment"
	FromFlag        Source = "flag"
)

// Locked says whether a person cannot change such a value while the program runs.
func (s Source) Locked() bool { return s == FromFlag || s == FromEnvironment }

// Keeper keeps what a person sets. storage.Store is one.
type Keeper interface {
	Setting(ctx context.Context, key string, v any) (found bool, err error)
	SetSetting(ctx context.Context, key string, v any) error
}

// Override is a value that a flag or the environment sets.
type Override struct {
	Key    Key
	Source Source // FromFlag or FromEnvironment
	Name   string // of the flag or variable, as "--ocr-radius"
	Value  any
}

// State is a setting as it stands.
type State struct {
	Definition
	Value  any
	Source Source
	// Name is the flag or variable that holds it, where one does.
	Name string
}

// Change is a setting that was changed, for the audit log.
type Change struct {
	Key      Key
	Old, New any
	Who      string // the person's account name
}

// Set holds the settings while the program runs. It is safe for concurrent use.
type Set struct {
	keeper   Keeper
	over     map[Key]Override
	now      atomic.Pointer[Values]
	changing sync.Mutex // one change at a time, and its watchers are told in order

	mu       sync.Mutex // guards the rest
	kept     map[Key]bool
	watchers map[int]func(old, now Values)
	next     int
	hook     func(Change)
	guard    func(context.Context, Key, any) error
}

// Load reads what is kept and puts the overrides over it. Kept values that cannot be used are left out, and named in the
// error; the set is usable nevertheless. A nil keeper keeps nothing. An override that makes no sense is an error too, and
// is left out.
func Load(ctx context.Context, keeper Keeper, overrides ...Override) (*Set, error) {
	s := &Set{keeper: keeper, over: map[Key]Override{}, kept: map[Key]bool{}, watchers: map[int]func(Values, Values){}}
	values := Defaults()
	var wrong []error
	for _, d := range Definitions {
		if err := s.load(ctx, d, &values); err != nil {
			wrong = append(wrong, err)
		}
	}
	for _, o := range overrides {
		if err := s.override(o, &values); err != nil {
			wrong = append(wrong, err)
		}
	}
	s.now.Store(&values)
	return s, errors.Join(wrong...)
}

// load reads one kept value.
func (s *Set) load(ctx context.Context, d Definition, values *Values) error {
	if s.keeper == nil {
		return nil
	}
	var data json.RawMessage
	found, err := s.keeper.Setting(ctx, string(d.Key), &data)
	if err != nil || !found {
		return err
	}
	value, kept, err := d.decode(data)
	if err != nil || !kept {
		return err
	}
	values.put(d.Key, value)
	s.kept[d.Key] = true
	return nil
}

// override takes a flag's or a variable's value over. A flag wins, in whatever order they come.
func (s *Set) override(o Override, values *Values) error {
	d, ok := DefinitionOf(o.Key)
	if !ok {
		return &Error{Key: o.Key, Problem: UnknownName, Value: string(o.Key)}
	}
	o.Value = clean(o.Value)
	if err := d.Check(o.Value); err != nil {
		return err
	}
	if s.over[o.Key].Source != FromFlag {
		s.over[o.Key] = o
		values.put(o.Key, o.Value)
	}
	return nil
}

// Values are the settings as they are now.
func (s *Set) Values() Values { return *s.now.Load() }

// State is one setting as it stands; the zero State for a key that is none.
func (s *Set) State(key Key) State {
	d, ok := DefinitionOf(key)
	if !ok {
		return State{}
	}
	state := State{Definition: d, Value: s.Values().Of(key), Source: FromDefault}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept[key] {
		state.Source = FromKept
	}
	if o, ok := s.over[key]; ok {
		state.Source, state.Name = o.Source, o.Name
	}
	return state
}
