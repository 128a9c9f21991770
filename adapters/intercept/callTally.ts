import { keyIsUnknown } from '../../engine/api/index.ts';
import type { LoggedRequest } from '../http/loggedRequest.ts';
import { platformDomains } from '../http/names/platformHosts.ts';
import { isWithin } from '../tls/names.ts';

/** Rows of one kind that are shown; a client that asks for thousands of things has one cause. */
const rowsMax = 12;

/** What calls were refused for, and the heading under which that is listed. */
const headings = {
  missing: 'Not simulated:',
  elsewhere: 'Asked at a host that has another API on the platform:',
  unknown: 'Refused, because podsim was not told of it:',
} as const;

type Heading = keyof typeof headings;

interface RefusedCalls {
  readonly heading: Heading;
  readonly what: string;
  readonly words: string;
  count: number;
}

/** Which hosts of the platform a command has asked, and what it was refused that it may want to know of. */
export class CallTally {
  readonly #calls = new Map<string, number>();
  readonly #rows = new Map<string, RefusedCalls>();
  readonly #refused = new Map<string, number>();

  count(request: LoggedRequest): void {
    const name = (request.host ?? '').toLowerCase().replace(/:\d*$/, '');
    if (!isWithin(name, platformDomains)) return;
    increment(this.#calls, name);
    const refused = explainRefusal(request, name);
    if (refused === undefined) return;
    // A path of GraphQL is asked for many things: the words name each.
    const key = `${refused.what} ${refused.words}`;
    const before = this.#rows.get(key);
    if (before !== undefined) before.count += 1;
    else if (this.#rows.size < 1_000) this.#rows.set(key, { ...refused, count: 1 });
  }

  countRefused(host: string): void {
    increment(this.#refused, host);
  }

  /** What is printed when the command has ended. `port`: of the server, which answered for all of them. */
  format(): string {
    const calls = [...this.#calls].map(([host, count]) => `  ${host}  ${plural(count)}`);
    const refused = [...this.#refused].map(([host, count]) => `  ${host}  ${plural(count)}`);
    return [
      ...(calls.length === 0 ? [nothingCame] : ['podsim has answered in place of', ...cut(calls, 1)]),
      ...(['unknown', 'elsewhere', 'missing'] as const).flatMap((heading) => this.#list(heading)),
      ...(refused.length === 0 ? [] : ['Refused, because --others pass was not given, or as private addresses:', ...cut(refused, 1)]),
      '',
    ].join('\n');
  }

  #list(heading: Heading): readonly string[] {
    const lines = [...this.#rows.values()]
      .filter((row) => row.heading === heading)
      .flatMap(({ what, count, words }) => [`  ${what}  ${plural(count)}`, `    ${words}`]);
    return lines.length === 0 ? [] : [headings[heading], ...cut(lines, 2)];
  }
}

/** Why a call was refused, where its command can do something about it. */
const explainRefusal = ({ method, path, status, rule, detail }: LoggedRequest, host: string): Omit<RefusedCalls, 'count'> | undefined => {
  if (status === null || status < 400) return undefined;
  const words = detail ?? `status ${status}`;
  const what = `${method} ${host}${path.replace(/[?#].*$/s, '').slice(0, 120)}`;
  if (rule === 'errors.unknown-route' || rule === 'errors.older-apis') return { heading: 'missing', what, words };
  if (rule === 'server.hosts') return { heading: 'elsewhere', what, words };
  if (detail === keyIsUnknown) return { heading: 'unknown', what: `a key, at ${host}`, words: keyIsOwn };
  const endpoint =
    rule === 'auth.tenancy' && /^endpoint not found\b/.test(words) ? /^\/v2\/(?:serverless\/)?([\w-]{1,60})/.exec(path)?.[1] : undefined;
  if (endpoint === undefined) return undefined;
  return { heading: 'unknown', what: `endpoint ${endpoint}`, words: `podsim exec --intercept --endpoint ${endpoint} has it` };
};

const keyIsOwn = 'a client with a key of its own: podsim exec --intercept --api-key THAT_KEY takes it';

const nothingCame =
  'No program has asked a host of the platform. One that ignores HTTPS_PROXY, and is neither Node nor Python, must be given PODSIM_URL.';

const increment = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

const plural = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

const cut = (lines: readonly string[], linesEach: number): readonly string[] => {
  const more = lines.length / linesEach - rowsMax;
  return more > 0 ? [...lines.slice(0, rowsMax * linesEach), `  and ${more} more`] : lines;
};
