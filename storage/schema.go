package storage

import (
	"encoding/binary"
	"fmt"

	"vigie/replay"
)

// The buckets, by the schema that brought them. Schema 1:
//
//	meta      "schema" -> version (big-endian uint64)
//	sessions  session id -> summary (JSON)
//	reports   session id -> bucket: "log": sequence (big-endian uint64) -> report (JSON); "ids": event id -> sequence
//	pictures  SHA-256 (32 bytes) -> bucket: "data" -> encoded picture. A bucket of its own keeps a new picture from
//	          rewriting its neighbours' pages.
//	uses      SHA-256 -> number of reports that show the picture (big-endian uint64)
//	settings  key -> JSON
//
// Schema 2:
//
//	answers   "0", "1" -> bucket: key of a question -> the judge's answer. Two generations; see KeepAnswer.
//
// Schema 3:
//
//	meta      "audit" -> the audit log's head: number (big-endian uint64), hash
//	meta      "lock" -> what the store's key is wrapped in (JSON, package vault); absent where nothing is encrypted. Where there is
//	          a lock, all values but those of meta and uses and the sequences of "ids" are sealed for their place.
//	audit     number (big-endian uint64) -> record, as package audit keeps it
var (
	bucketMeta     = []byte("meta")
	bucketSessions = []byte("sessions")
	bucketReports  = []byte("reports")
	bucketPictures = []byte("pictures")
	bucketUses     = []byte("uses")
	bucketSettings = []byte("settings")
	bucketAnswers  = []byte("answers")
	bucketAudit    = []byte("audit")

	keySchema = []byte("schema")
	keyAudit  = []byte("audit")
	keyLock   = []byte("lock")
	keyLog    = []byte("log")
	keyIDs    = []byte("ids")
	keyData   = []byte("data")
)

// schemaVersion is what this program writes and understands.
const schemaVersion = 3

// migration converts a file of one version to the next.
type migration func(*txn) error

// migrations holds, by the version they start from, the conversions to the next version. Version 0 is a new file.
var migrations = map[uint64]migration{0: createBuckets, 1: addAnswers, 2: addAudit}

// migrate brings a file that may be written to schemaVersion, in the transaction it is given.
func migrate(tx *txn) error { return migrateTo(tx, schemaVersion, migrations) }

func migrateTo(tx *txn, target uint64, steps map[uint64]migration) error {
	version, err := readVersion(tx)
	if err != nil {
		return err
	}
	if version > target {
		return fmt.Errorf("schema %d, known up to %d: %w", version, target, ErrNewer)
	}
	for ; version < target; version++ {
		step, ok := steps[version]
		if !ok {
			return fmt.Errorf("schema %d: no conversion to %d is known", version, version+1)
		}
		if err := step(tx); err != nil {
			return fmt.Errorf("convert from schema %d: %w", version, err)
		}
		if err := tx.Bucket(bucketMeta).Put(keySchema, number(version+1)); err != nil {
			return err
		}
	}
	return checkBuckets(tx)
}

// checkSchema refuses a file that a reader does not understand.
func checkSchema(tx *txn) error {
	version, err := readVersion(tx)
	switch {
	case err != nil:
		return err
	case version > schemaVersion:
		return fmt.Errorf("schema %d, known up to %d: %w", version, schemaVersion, ErrNewer)
	case version < schemaVersion:
		return fmt.Errorf("schema %d, now %d: %w", version, schemaVersion, ErrOlder)
	}
	return checkBuckets(tx)
}

// readVersion is the file's schema version; 0 for a file without a bucket.
func readVersion(tx *txn) (uint64, error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		if name, _ := tx.Cursor().First(); name != nil {
			return 0, corrupt("bucket %q is missing: the file is not a store of this program", bucketMeta)
		}
		return 0, nil
	}
	return toNumber(meta.Get(keySchema))
}

func checkBuckets(tx *txn) error {
	for _, name := range allBuckets() {
		if _, err := child(tx, name); err != nil {
			return err
		}
	}
	return nil
}

// createBuckets makes the buckets of schema 1; what came later is added by the conversions.
func createBuckets(tx *txn) error {
	for _, name := range firstBuckets() {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return nil
}

// addAudit begins the audit log with the decisions that are stored already.
func addAudit(tx *txn) error {
	if _, err := tx.CreateBucket(bucketAudit); err != nil {
		return err
	}
	return eachStored(tx, func(sum replay.Summary, r *replay.Report) error {
		for _, d := range audited(r.Decisions) {
			old := decisionRecord(sum, d, r.Event.Screenshots)
			old.Detail = "taken over from before this log began"
			if err := appendRecord(tx, old); err != nil {
				return err
			}
		}
		return nil
	})
}

// firstBuckets are those of schema 1.
func firstBuckets() [][]byte {
	return [][]byte{bucketMeta, bucketSessions, bucketReports, bucketPictures, bucketUses, bucketSettings}
}

func allBuckets() [][]byte { return append(firstBuckets(), bucketAnswers, bucketAudit) }

// number encodes n so that keys sort by value.
func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func toNumber(b []byte) (uint64, error) {
	if len(b) != 8 {
		return 0, corrupt("a number has %d bytes, not 8", len(b))
	}
	return binary.BigEndian.Uint64(b), nil
}
