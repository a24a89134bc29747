package storage

import (
	"context"
	"encoding/json"
	"fmt"
)

// Setting reads the setting with the key into v, a pointer, and says whether there is one.
func (s *Store) Setting(ctx context.Context, key string, v any) (found bool, err error) {
	var data []byte
	op := fmt.Sprintf("read setting %q", key)
	err = s.read(ctx, op, func(tx *txn) error {
		settings, err := child(tx, bucketSettings)
		if err != nil {
			return err
		}
		kept, err := tx.open(settings.Get([]byte(key)), settingPlace([]byte(key))...)
		data = append(data, kept...)
		return err
	})
	if err != nil || data == nil {
		return false, err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, fmt.Errorf("%s: %w", op, err)
	}
	return true, nil
}

// SetSetting stores v as JSON under the key, in place of what was there.
func (s *Store) SetSetting(ctx context.Context, key string, v any) error {
	op := fmt.Sprintf("store setting %q", key)
	if err := checkID("key", key); err != nil {
		return storing(op, err)
	}
	data, err := encode(v)
	if err != nil {
		return storing(op, err)
	}
	return s.update(ctx, op, func(tx *txn) error {
		settings, err := child(tx, bucketSettings)
		if err != nil {
			return err
		}
		place := settingPlace([]byte(key))
		old, err := tx.open(settings.Get([]byte(key)), place...)
		if err != nil {
			return err
		}
		if err := s.noteSetting(tx, key, old, data); err != nil {
			return err
		}
		return settings.Put([]byte(key), tx.seal(data, place...))
	})
}
