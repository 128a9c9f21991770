import type { LoggedRequest } from '../http/loggedRequest.ts';
import { platformDomains } from '../http/names/platformHosts.ts';
import { isWithin } from '../tls/names.ts';

/** Rows of one kind that are shown; a client that asks for thousands of things has one cause. */
const rowsMax = 12;

/** Refusals of what podsim does not have. */
const notSimulatedRules: readonly string[] = ['errors.unknown-route', 'errors.older-apis'];

/** Which hosts of the platform a command has asked, and for what that is not simulated. */
export class CallTally {
  readonly #calls = new Map<string, number>();
  readonly #notSimulated = new Map<string, { readonly row: string; count: number; readonly detail: string }>();
  readonly #refused = new Map<string, number>();

  count({ host, method, path, status, rule, detail }: LoggedRequest): void {
    const name = (host ?? '').toLowerCase().replace(/:\d*$/, '');
    if (!isWithin(name, platformDomains)) return;
    increment(this.#calls, name);
    if (status === null || status < 400 || !notSimulatedRules.includes(rule ?? '')) return;
    const row = `${method} ${name}${path.replace(/[?#].*$/s, '').slice(0, 120)}`;
    const words = detail ?? `status ${status}`;
    // A path of GraphQL is asked for many things: the words name each.
    const key = `${row} ${words}`;
    const before = this.#notSimulated.get(key);
    if (before !== undefined) before.count += 1;
    else if (this.#notSimulated.size < 1_000) this.#notSimulated.set(key, { row, count: 1, detail: words });
  }

  countRefused(host: string): void {
    increment(this.#refused, host);
  }

  /** What is printed when the command has ended. `port`: of the server, which answered for all of them. */
  format(): string {
    const calls = [...this.#calls].map(([host, count]) => `  ${host}  ${plural(count)}`);
    const missing = [...this.#notSimulated.values()].flatMap(({ row, count, detail }) => [`  ${row}  ${plural(count)}`, `    ${detail}`]);
    const refused = [...this.#refused].map(([host, count]) => `  ${host}  ${plural(count)}`);
    return [
      ...(calls.length === 0 ? [nothingCame] : ['podsim has answered in place of', ...cut(calls, 1)]),
      ...(missing.length === 0 ? [] : ['Not simulated:', ...cut(missing, 2)]),
      ...(refused.length === 0 ? [] : ['Refused, because --others pass was not given, or as private addresses:', ...cut(refused, 1)]),
      '',
    ].join('\n');
  }
}

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
