import { createSecureContext, type SecureContext } from 'node:tls';
import type { Authority, ServerCertificate } from './authority.ts';
import { ownNames } from './names.ts';

/** Which certificate a TLS server shows, by the name that its client asks for. */
export interface ServerContexts {
  /** For a client that asks for no name; one that asks for a name of this machine, too. */
  readonly ownContext: SecureContext;
  /** Undefined if there is none for this name: the handshake is then refused. */
  readonly contextFor: (name: string) => SecureContext | undefined;
}

/** One certificate for all names: that of `--tls-cert`. */
export const useCertificate = (certificate: ServerCertificate): ServerContexts => {
  const ownContext = createSecureContext(certificate);
  return { ownContext, contextFor: () => ownContext };
};

/** A certificate made at once is used for so long. A server may run for longer than it is valid. */
const freshMs = 86_400_000;
/** Endpoints have names of their own, and a client may make up more of them than memory has room for. */
const contextsMax = 1_000;

/**
 * Certificates that a CA signs when they are first asked for. `serves`: whether the server answers to a name at all. Any name of this
 * machine has the same one.
 */
export const signOnDemand = (authority: Authority, serves: (name: string) => boolean, readNow: () => Date): ServerContexts => {
  const made = new Map<string, { readonly context: SecureContext; readonly atMs: number }>();
  const sign = (id: string, names: readonly string[]): SecureContext | undefined => {
    const now = readNow();
    const before = made.get(id);
    if (before !== undefined && now.getTime() - before.atMs < freshMs) return before.context;
    const certificate = authority.issue(names, now);
    if (certificate === undefined) return undefined;
    if (made.size >= contextsMax) made.clear();
    const context = createSecureContext(certificate);
    made.set(id, { context, atMs: now.getTime() });
    return context;
  };
  const signOwn = (): SecureContext => {
    const own = sign('', ownNames);
    if (own === undefined) throw new Error('a CA signs for its own machine');
    return own;
  };
  return {
    get ownContext() {
      return signOwn();
    },
    contextFor: (name) => (ownNames.includes(name) ? signOwn() : serves(name) ? sign(name, [name]) : undefined),
  };
};
