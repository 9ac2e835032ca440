#ifndef CNCURSES_H
#define CNCURSES_H

/* A host's own C function of a short name. */
int cn_screen_open(void);

#endif
