package storage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"vigie/replay"
	"vigie/validation/screen"
)

// digest is a picture's SHA-256.
type digest [sha256.Size]byte

func (d digest) String() string { return hex.EncodeToString(d[:]) }

func parseDigest(hash string) (d digest, err error) {
	b, err := hex.DecodeString(hash)
	if err != nil || len(b) != len(d) {
		return d, fmt.Errorf("picture %.80q: not a SHA-256 in hexadecimal", hash)
	}
	return digest(b), nil
}

// gather collects the encoded pictures by hash, and writes the hashes of those that were given into names.
func gather(names *replay.Screenshots, pictures replay.Pictures) (map[digest][]byte, error) {
	data := map[digest][]byte{}
	if p := pictures.Before; p != nil {
		names.Before = p.Hash()
	}
	if len(pictures.After) > 0 {
		names.After = nil
	}
	for _, p := range append([]*screen.Picture{pictures.Before}, pictures.After...) {
		if p == nil {
			continue
		}
		d, err := parseDigest(p.Hash())
		if err != nil {
			return nil, err
		}
		data[d] = p.Bytes()
	}
	for _, p := range pictures.After {
		if p != nil {
			names.After = append(names.After, p.Hash())
		}
	}
	return data, nil
}

// digests lists the pictures that an event names, each once.
func digests(names replay.Screenshots) ([]digest, error) {
	var all []digest
	for _, name := range append([]string{names.Before}, names.After...) {
		if name == "" {
			continue
		}
		d, err := parseDigest(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all, nil
}

// shownBy lists the pictures of a stored report.
func shownBy(report []byte) ([]digest, error) {
	var r struct {
		Event struct {
			Screenshots replay.Screenshots `json:"screenshots"`
		} `json:"event"`
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, corrupt("read a report: %w", err)
	}
	return digests(r.Event.Screenshots)
}

// storePictures stores the pictures that are not there yet.
func storePictures(tx *txn, pictures map[digest][]byte) error {
	all, err := child(tx, bucketPictures)
	if err != nil {
		return err
	}
	for d, data := range pictures {
		if all.Bucket(d[:]) != nil {
			continue
		}
		b, err := all.CreateBucket(d[:])
		if err != nil {
			return err
		}
		if err := b.Put(keyData, tx.seal(data, picturePlace(d[:])...)); err != nil {
			return err
		}
	}
	return nil
}

// use counts one more report for each picture, which must be there.
func use(tx *txn, shown []digest) error {
	pictures, uses, err := pictureBuckets(tx)
	if err != nil {
		return err
	}
	for _, d := range shown {
		if pictures.Bucket(d[:]) == nil {
			return fmt.Errorf("the report names picture %s, which was neither sent nor stored before", d)
		}
		n, err := usesOf(uses, d)
		if err != nil {
			return err
		}
		if err := uses.Put(d[:], number(n+1)); err != nil {
			return err
		}
	}
	return nil
}

// disuse counts one report less for each picture, and removes those that no report shows any more.
func disuse(tx *txn, shown []digest) error {
	pictures, uses, err := pictureBuckets(tx)
	if err != nil {
		return err
	}
	for _, d := range shown {
		if err := disuseOne(pictures, uses, d); err != nil {
			return err
		}
	}
	return nil
}

func disuseOne(pictures, uses *bbolt.Bucket, d digest) error {
	n, err := usesOf(uses, d)
	if err != nil {
		return err
	}
	if n > 1 {
		return uses.Put(d[:], number(n-1))
	}
	if err := uses.Delete(d[:]); err != nil {
		return err
	}
	if pictures.Bucket(d[:]) == nil {
		return nil
	}
	return pictures.DeleteBucket(d[:])
}

func pictureBuckets(tx *txn) (pictures, uses *bbolt.Bucket, err error) {
	if pictures, err = child(tx, bucketPictures); err != nil {
		return nil, nil, err
	}
	uses, err = child(tx, bucketUses)
	return pictures, uses, err
}

func usesOf(uses *bbolt.Bucket, d digest) (uint64, error) {
	b := uses.Get(d[:])
	if b == nil {
		return 0, nil
	}
	return toNumber(b)
}

// pictureData is a stored picture's bytes, held against its hash; they belong to the transaction.
func pictureData(tx *txn, d digest) ([]byte, error) {
	all, err := child(tx, bucketPictures)
	if err != nil {
		return nil, err
	}
	b := all.Bucket(d[:])
	if b == nil {
		return nil, ErrUnknownPicture
	}
	data, err := tx.open(b.Get(keyData), picturePlace(d[:])...)
	if err != nil {
		return nil, err
	}
	if got := digest(sha256.Sum256(data)); got != d {
		return nil, corrupt("the content has the hash %s", got)
	}
	return data, nil
}
