/** The time of day: certificates are for the clients of today, whatever virtual time it is. */
export const readNow = (): Date => new Date();
