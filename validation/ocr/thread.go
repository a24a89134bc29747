package ocr

// #cgo LDFLAGS: -lgomp
// extern void omp_set_max_active_levels(int);
import "C"

import "runtime"

// onOneThread runs f on an operating system thread on which OpenMP starts no others.
//
// Tesseract's layers ask for four threads by name, which makes a small crop three to five times slower. OMP_THREAD_LIMIT
// would forbid them, but libgomp reads it when it is loaded, before any Go code can set it. No active levels of parallelism
// means the same, may be set at any time, and holds for the calling thread.
//
// On Linux openmp_linux.c takes the place of those parts of OpenMP that Tesseract uses, and spares it their cost with one
// thread; this holds for the rest, and elsewhere.
func onOneThread(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	C.omp_set_max_active_levels(0)
	f()
}
