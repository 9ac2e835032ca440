#include "CZlib.h"

int czlib_crc32(void) { return 32; }
