// The wide-character half of ncurses is declared only under these, and Swift importers see no C settings.
#ifndef CANALYTICSCURSES_H
#define CANALYTICSCURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <stdbool.h>
#include <stdint.h>

#include "analytics_curses_guard.h"
#include "analytics_curses_screen.h"

#endif
