#ifndef CZLIB_H
#define CZLIB_H

/* A host's own C function of a short name. */
int czlib_crc32(void);

#endif
