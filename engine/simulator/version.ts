/** The version of podsim, as in package.json; a test keeps them equal. */
export const engineVersion = '0.1.0';

/** Of the log's header and entries. A log of an older format is read by upcasting it. */
export const logFormat = 13;
