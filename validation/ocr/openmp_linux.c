// OpenMP as it is with a single thread, in place of libgomp's own entry points, for the whole program.
//
// Tesseract opens a parallel section for each step of a line, and libgomp makes a team, a barrier and a call to the system
// of each even where no other thread may take part: a quarter of the time of a short line. What runs in parallel there is a
// function to be called, and sections to be counted; with one thread nobody has to be waited for.
//
// Other constructs are left to libgomp, which runs them on the calling thread where it made no team.

static _Thread_local unsigned taken, sections;

// run calls a parallel section's function; those around it find their own count again.
static void run(void (*body)(void *), void *data, unsigned count)
{
	unsigned outer_taken = taken, outer_sections = sections;
	taken = 0;
	sections = count;
	body(data);
	taken = outer_taken;
	sections = outer_sections;
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags)
{
	(void)threads;
	(void)flags;
	run(body, data, 0);
}

unsigned GOMP_sections_next(void)
{
	return taken < sections ? ++taken : 0;
}

unsigned GOMP_sections_start(unsigned count)
{
	taken = 0;
	sections = count;
	return GOMP_sections_next();
}

void GOMP_sections_end(void) {}

void GOMP_sections_end_nowait(void) {}

void GOMP_parallel_sections(void (*body)(void *), void *data, unsigned threads, unsigned count, unsigned flags)
{
	(void)threads;
	(void)flags;
	run(body, data, count);
}
