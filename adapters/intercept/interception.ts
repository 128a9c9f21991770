import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Listening } from '../http/listening.ts';
import type { LoggedRequest } from '../http/loggedRequest.ts';
import { platformDomains } from '../http/names/platformHosts.ts';
import { Authority } from '../tls/authority.ts';
import { isWithin, ownNames } from '../tls/names.ts';
import { readNow } from '../tls/now.ts';
import { type ServerContexts, signOnDemand } from '../tls/serverContexts.ts';
import { CallTally } from './callTally.ts';
import { type OthersPolicy, type RunningProxy, startProxy } from './forwardProxy.ts';
import { buildInterceptedEnvironment } from './interceptedEnvironment.ts';
import { type TrustFiles, writeTrustFiles } from './trustFiles.ts';

/** How long the last answers may take to go out, in turns of so many ms. */
const [turnMs, turnsMax] = [10, 100];

export { othersPolicies } from './forwardProxy.ts';

/**
 * podsim in place of the platform's hosts, for the programs of one command. Its CA lasts as long as the command: the key is in the memory
 * of this process only.
 */
export class Interception {
  readonly contexts: ServerContexts;
  readonly hosts: readonly string[] = platformDomains.flatMap((domain) => [domain, `*.${domain}`]);
  readonly #others: OthersPolicy;
  readonly #certificate: string;
  readonly #tally: CallTally;
  #underway = 0;
  #proxy: RunningProxy | undefined;
  #trust: TrustFiles | undefined;

  /** `order`: the words of the command line after `podsim`. */
  constructor(others: OthersPolicy, order: readonly string[]) {
    this.#tally = new CallTally(order);
    const { authority } = Authority.make([...platformDomains, ...ownNames], readNow());
    this.#others = others;
    this.#certificate = authority.certificate;
    this.contexts = signOnDemand(authority, (name) => isWithin(name, platformDomains), readNow);
  }

  readonly onRequest = (request: LoggedRequest): void => this.#tally.count(request);

  /** Starts the proxy in front of a server, and returns the variables of the command. `python`: the folder of podsim's Python files. */
  async begin({ server, port }: Listening, apiKey: string, python: string | undefined, env: NodeJS.ProcessEnv) {
    server.prependListener('request', (_req: IncomingMessage, res: ServerResponse) => {
      this.#underway += 1;
      res.once('close', () => {
        this.#underway -= 1;
      });
    });
    const token = randomBytes(24).toString('base64url');
    const proxy = await startProxy({
      server,
      contexts: this.contexts,
      others: this.#others,
      token,
      onRefused: (host) => this.#tally.countRefused(host),
    });
    this.#proxy = proxy;
    const trust = writeTrustFiles(this.#certificate, env);
    this.#trust = trust;
    const hook = python === undefined ? undefined : join(python, 'podsim_intercept');
    const pythonHook = hook !== undefined && existsSync(hook) ? hook : undefined;
    return buildInterceptedEnvironment(
      { serverPort: port, proxyPort: proxy.port, others: this.#others, token, trust, apiKey, pythonHook },
      env,
    );
  }

  end(): void {
    this.#proxy?.close();
    this.#trust?.remove();
  }

  /** What is said of it. The last answer is counted when it is out, which may be after the command has ended. */
  async describe(): Promise<string> {
    for (let turns = 0; turns < turnsMax && this.#underway > 0; turns++) await pause(turnMs);
    return this.#tally.format();
  }
}
