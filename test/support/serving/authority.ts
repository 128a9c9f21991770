import { request } from 'node:https';
import { Authority } from '../../../adapters/tls/authority.ts';
import { ownNames } from '../../../adapters/tls/names.ts';
import { readNow } from '../../../adapters/tls/now.ts';
import { type ServerContexts, signOnDemand } from '../../../adapters/tls/serverContexts.ts';

/** A CA for a test, with the certificates of a server. `domains`: names that it serves besides those of this machine. */
export const makeContexts = (domains: readonly string[] = []): { readonly ca: string; readonly contexts: ServerContexts } => {
  const now = readNow();
  const { authority } = Authority.make([...ownNames, ...domains], now);
  return {
    ca: authority.certificate,
    contexts: signOnDemand(
      authority,
      () => true,
      () => now,
    ),
  };
};

export interface SecureAnswer {
  readonly status: number;
  readonly text: string;
}

/** Calls a server on this machine by TLS, as a client does that believes it to be `name`. */
export const askSecurely = (
  port: number,
  name: string,
  ca: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<SecureAnswer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', servername: name, port, path, ca, headers: { host: name, ...headers }, agent: false },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (more: string) => {
          text += more;
        });
        res.once('end', () => resolve({ status: res.statusCode ?? 0, text }));
      },
    );
    asked.once('error', reject).end();
  });
