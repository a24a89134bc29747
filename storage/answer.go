package storage

import (
	"context"

	"go.etcd.io/bbolt"
)

// answersKept is how many of the judge's answers a generation holds; there are two.
const answersKept = 5000

// generations are the two buckets of kept answers. One is written to; when it is full the other one, the older, is emptied
// and written to.
var generations = [2][]byte{[]byte("0"), []byte("1")}

// Answer returns the judge's answer that was kept under the key, and whether there is one.
func (s *Store) Answer(ctx context.Context, key string) (data []byte, found bool, err error) {
	err = s.read(ctx, "read an answer", func(tx *txn) error {
		answers, err := child(tx, bucketAnswers)
		if err != nil {
			return err
		}
		for _, name := range generations {
			if b := answers.Bucket(name); b != nil {
				kept, err := tx.open(b.Get([]byte(key)), answerPlace([]byte(key))...)
				if err != nil {
					return err
				}
				data = append(data, kept...)
			}
			if found = data != nil; found {
				return nil
			}
		}
		return nil
	})
	return data, found, err
}

// KeepAnswer keeps the judge's answer under the key. The oldest ones are lost when there are many; all are when a session
// is deleted, since they tell what was on its screens.
func (s *Store) KeepAnswer(ctx context.Context, key string, data []byte) error {
	const op = "keep an answer"
	if err := checkID("key", key); err != nil {
		return storing(op, err)
	}
	return s.update(ctx, op, func(tx *txn) error {
		answers, err := child(tx, bucketAnswers)
		if err != nil {
			return err
		}
		b, err := generation(answers)
		if err != nil {
			return err
		}
		return b.Put([]byte(key), tx.seal(data, answerPlace([]byte(key))...))
	})
}

// generation is the bucket to write the next answer to.
func generation(answers *bbolt.Bucket) (*bbolt.Bucket, error) {
	n, err := answers.NextSequence()
	if err != nil {
		return nil, err
	}
	name := generations[(n-1)/answersKept%2]
	if (n-1)%answersKept == 0 && answers.Bucket(name) != nil {
		if err := answers.DeleteBucket(name); err != nil {
			return nil, err
		}
	}
	return answers.CreateBucketIfNotExists(name)
}

// forgetAnswers empties both generations.
func forgetAnswers(tx *txn) error {
	answers, err := child(tx, bucketAnswers)
	if err != nil {
		return err
	}
	for _, name := range generations {
		if answers.Bucket(name) == nil {
			continue
		}
		if err := answers.DeleteBucket(name); err != nil {
			return err
		}
	}
	return nil
}

// addAnswers makes the place of the judge's answers, which schema 1 lacks.
func addAnswers(tx *txn) error {
	_, err := tx.CreateBucketIfNotExists(bucketAnswers)
	return err
}
