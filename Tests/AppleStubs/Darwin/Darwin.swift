// Empty: makes `#if canImport(Darwin)` true. What the sources call of the C library comes from Glibc here, which they
// import first; the calls that only Darwin has are not seen by this check.
