package settings

import (
	"context"
	"reflect"
)

// Watch calls f after each change, with the values before and after it, until stop is called. f is called on the goroutine
// of the change, one change after the other, and must not change a setting itself.
func (s *Set) Watch(f func(old, now Values)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.next
	s.next++
	s.watchers[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, id)
	}
}

// OnChange has f called with each change that is in force, before the watchers are. There is one such f.
func (s *Set) OnChange(f func(Change)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hook = f
}

// Guard has f look at each new value that is within the limits, and refuse it with an error, as where it names a folder that is
// not there. There is one such f.
func (s *Set) Guard(f func(ctx context.Context, key Key, value any) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guard = f
}

// guarded asks the guard.
func (s *Set) guarded(ctx context.Context, key Key, value any) error {
	s.mu.Lock()
	guard := s.guard
	s.mu.Unlock()
	if guard == nil {
		return nil
	}
	return guard(ctx, key, value)
}

// Change keeps a new value of a setting and puts it in force at once. It fails with an [Error], and nothing is changed then.
func (s *Set) Change(ctx context.Context, key Key, value any, who string) error {
	d, ok := DefinitionOf(key)
	if !ok {
		return &Error{Key: key, Problem: UnknownName, Value: string(key)}
	}
	value = clean(value)
	if err := d.Check(value); err != nil {
		return err
	}
	if err := s.guarded(ctx, key, value); err != nil {
		return err
	}
	return s.apply(ctx, key, value, value, who)
}

// Reset brings a setting back to its default, now and at later starts.
func (s *Set) Reset(ctx context.Context, key Key, who string) error {
	d, ok := DefinitionOf(key)
	if !ok {
		return &Error{Key: key, Problem: UnknownName, Value: string(key)}
	}
	return s.apply(ctx, key, d.Default(), nil, who)
}

// apply puts a value in force, and keeps kept, which is nil for none.
func (s *Set) apply(ctx context.Context, key Key, value, kept any, who string) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	if state := s.State(key); state.Source.Locked() {
		return &Error{Key: key, Problem: Overridden, Value: shown(value), Source: state.Source, Name: state.Name}
	}
	if s.keeper != nil {
		if err := s.keeper.SetSetting(ctx, string(key), kept); err != nil {
			return &Error{Key: key, Problem: NotKept, Value: shown(value), Cause: err}
		}
	}
	old := s.Values()
	now := old
	now.put(key, value)
	s.now.Store(&now)
	hook, watchers := s.told(key, kept != nil)
	if reflect.DeepEqual(old.Of(key), value) {
		return nil
	}
	hook(Change{Key: key, Old: old.Of(key), New: value, Who: who})
	for _, f := range watchers {
		f(old, now)
	}
	return nil
}

// told notes whether a setting is kept, and returns who is told of its change, in the order in which they came.
func (s *Set) told(key Key, kept bool) (hook func(Change), watchers []func(old, now Values)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = kept
	for id := range s.next {
		if f, ok := s.watchers[id]; ok {
			watchers = append(watchers, f)
		}
	}
	if s.hook == nil {
		return func(Change) {}, watchers
	}
	return s.hook, watchers
}
