/** The version of podsim, as in package.json; a test keeps them equal. */
export const engineVersion = '0.1.0';

/** Of the log's header and entries. Until the first release it stays 1, and events gain fields freely. */
export const logFormat = 1;
