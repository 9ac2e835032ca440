#include "CNcurses.h"

int cn_screen_open(void) { return 24; }
