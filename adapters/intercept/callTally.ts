import { keyIsUnknown } from '../../engine/api/index.ts';
import { shellWord } from '../../engine/compare/index.ts';
import type { LoggedRequest } from '../http/loggedRequest.ts';
import { chooseHost, platformDomains } from '../http/names/platformHosts.ts';
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
  /** What to do instead; empty if an option of the next command is what it takes. */
  readonly words: string;
  /** The option that makes it known. */
  readonly option?: readonly string[];
  count: number;
}

/** Which hosts of the platform a command has asked, and what it was refused that it may want to know of. */
export class CallTally {
  readonly #calls = new Map<string, number>();
  readonly #rows = new Map<string, RefusedCalls>();
  readonly #refused = new Map<string, number>();
  readonly #order: readonly string[];

  /** `order`: the words of the command line after `podsim`. */
  constructor(order: readonly string[]) {
    this.#order = order;
  }

  count(request: LoggedRequest): void {
    const name = (request.host ?? '').toLowerCase().replace(/:\d*$/, '');
    if (!isWithin(name, platformDomains)) return;
    increment(this.#calls, name);
    for (const refused of explainRefusal(request, name, this.#order)) {
      // A path of GraphQL is asked for many things: the words name each.
      const key = `${refused.what} ${refused.words}`;
      const before = this.#rows.get(key);
      if (before !== undefined) before.count += 1;
      else if (this.#rows.size < 1_000) this.#rows.set(key, { ...refused, count: 1 });
    }
  }

  countRefused(host: string): void {
    increment(this.#refused, host);
  }

  /** What is printed when the command has ended. */
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
    const rows = [...this.#rows.values()].filter((row) => row.heading === heading);
    if (rows.length === 0) return [];
    if (heading === 'unknown') {
      const lines = rows.map(({ what, count, words }) => `  ${what}  ${plural(count)}${words === '' ? '' : `: ${words}`}`);
      const options = rows.slice(0, rowsMax).flatMap(({ option }) => (option === undefined ? [] : [option]));
      const next = options.length === 0 ? [] : ['This tells it:', `  ${this.#nextCommand(options)}`];
      return [headings.unknown, ...cut(lines, 1), ...next];
    }
    const lines = rows.flatMap(({ what, count, words }) => [`  ${what}  ${plural(count)}`, `    ${words}`]);
    return [headings[heading], ...cut(lines, 2)];
  }

  /** The same command with the options that are missing, each once. A key that was given is not said again. */
  #nextCommand(wanted: readonly (readonly string[])[]): string {
    const given = readOptions(this.#order);
    const shown = this.#order.map((word, k) => {
      if (k >= given.length) return word;
      if (given[k - 1] === '--api-key') return yourKey;
      return word.startsWith('--api-key=') ? `--api-key=${yourKey}` : word;
    });
    const hasKey = given.some((word) => /^--api-key\b/.test(word));
    const options = new Map(wanted.map((option) => [option.join(' '), option]));
    const missing = [...options.values()].flatMap((option) => (hasKey && option[0] === '--api-key' ? [] : option));
    const place = given.indexOf('--intercept') + 1;
    return ['npx', 'podsim', ...[...shown.slice(0, place), ...missing, ...shown.slice(place)].map(shellWord)].join(' ');
  }
}

type Explained = Omit<RefusedCalls, 'count'>;

/** Why a call was refused, if its command can do something about it. */
const explainRefusal = (request: LoggedRequest, host: string, order: readonly string[]): readonly Explained[] => {
  const { method, path, status, rule, detail } = request;
  if (status === null || status < 400) return [];
  const words = detail ?? `status ${status}`;
  const what = `${method} ${host}${path.replace(/[?#].*$/s, '').slice(0, 120)}`;
  if (rule === 'errors.unknown-route' || rule === 'errors.older-apis') return [{ heading: 'missing', what, words }];
  if (rule === 'server.hosts') return [{ heading: 'elsewhere', what, words }];
  const endpoint = /^\/v2\/(?:serverless\/)?([\w-]{1,60})/.exec(path)?.[1];
  // A client with a key of its own most likely has an endpoint of its own, too: it is not asked for twice.
  if (detail === keyIsUnknown)
    return [
      { heading: 'unknown', what: `a key, at ${host}`, words: '', option: ['--api-key', yourKey] },
      ...(endpoint === undefined || host !== chooseHost(false) || isTold(endpoint, order) ? [] : [unknownEndpoint(endpoint, order)]),
    ];
  const isUnknown = rule === 'auth.tenancy' && /^endpoint not found\b/.test(words);
  return isUnknown && endpoint !== undefined ? [unknownEndpoint(endpoint, order)] : [];
};

/** `--endpoint` is refused beside a file that has the endpoints. */
const unknownEndpoint = (id: string, order: readonly string[]): Explained => ({
  heading: 'unknown',
  what: `endpoint ${id}`,
  ...(hasFile(readOptions(order)) ? { words: 'add it to the endpoints of your file' } : { words: '', option: ['--endpoint', id] }),
});

const hasFile = (options: readonly string[]): boolean => options.some((word) => /^--(?:scenario|log|data)\b/.test(word));

/** Whether the command line names an endpoint, or a file that may have it. */
const isTold = (endpoint: string, order: readonly string[]): boolean => {
  const options = readOptions(order);
  if (hasFile(options)) return true;
  const isNamed = options.some((word, k) => word === `--endpoint=${endpoint}` || (word === '--endpoint' && options[k + 1] === endpoint));
  return isNamed || (endpoint === 'ep-demo' && !options.some((word) => /^--endpoint\b/.test(word)));
};

/** The words before the command. */
const readOptions = (order: readonly string[]): readonly string[] => {
  const end = order.indexOf('--');
  return end === -1 ? order : order.slice(0, end);
};

const yourKey = 'YOUR_KEY';

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
