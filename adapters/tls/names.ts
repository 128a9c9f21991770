/** Whether a host is one of these domains or below one. */
export const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/** The hosts of this machine, as URLs name them without brackets. */
export const ownNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** A name of one's own that no public host can have: reserved (RFC 2606, RFC 6761), or what containers call each other. */
export const privateNames: readonly string[] = ['test', 'internal', 'podsim'];
