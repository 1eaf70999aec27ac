/* Which sources this was made from, so that a stale shared object is not used. */
#include "kernels.h"

#ifndef SOURCES
#define SOURCES "unknown"
#endif

EXPORTED const char *sources(void);

EXPORTED const char *sources(void) { return SOURCES; }
