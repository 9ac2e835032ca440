#include "CAnalyticsZlib.h"
