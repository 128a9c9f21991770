import { findId, findKind, type WaitingKind } from '../../engine/cloud/index.ts';
import { formatVirtualTime } from '../../engine/kernel/index.ts';
import { timeline } from '../../engine/scenario/index.ts';
import { refusalText } from './calls.ts';
import { failurePage } from './failurePage.ts';
import { explainManualWait, explainSimulatedWebhook } from './silences.ts';
import type { TestWorld } from './testWorld.ts';

/** How much of a world a failing test prints. */
const entriesShown = 30;
const explained = 3;
const linesEach = 40;
const refusalsShown = 10;

/** What is known of a failed test beside its world. */
export interface FailedTest {
  /** Its full name. */
  readonly name?: string;
  /** The command that runs it alone. */
  readonly command?: string;
  /** The calls that waited when it failed, if the world may have been disposed of since. */
  readonly waiting?: readonly string[];
}

/** What a failing test prints about its world: which one it was, how to get it again, what happened last, and why; with `PODSIM_PAGES`, a page, too. */
export const failureReport = (world: TestWorld, { name, command, waiting = world.waitingCalls }: FailedTest = {}): string => {
  const entries = [...world.log.entries()];
  const shownFrom = entries.length - entriesShown;
  const last = timeline(entries, ({ seq }) => seq > shownFrom).trimEnd();
  return [
    `podsim: the world of ${name === undefined ? 'the failed test' : `'${name}'`}`,
    ...unread(world),
    ...['world.advance', 'world.until'].flatMap((called) => world.silences.unawaited.list(called)).map((words) => `  ${words}`),
    ...listRefused(world),
    ...listWaiting(world, waiting),
    ...listSilences(world),
    `  seed ${world.seed}; ${entries.length} entries; ${formatVirtualTime(world.clock.now)} (${world.clock.instant}); fingerprint ${world.fingerprint()}`,
    `  it is the same on every run${command === undefined ? '' : `: ${command}`}`,
    ...failurePage(world, name ?? 'a failed test', command ?? name ?? world.fingerprint()),
    '',
    shownFrom > 0 ? `the last ${entriesShown} entries; world.timeline() has all` : 'all that happened',
    last,
    ...lastTouched(world).flatMap((id) => ['', shorten(world.explain(id))]),
  ].join('\n');
};

/** The requests over HTTP that were refused. */
const listRefused = ({ refusedRequests, clockPolicy }: TestWorld): readonly string[] =>
  listFirst(
    '  these requests were refused:',
    refusedRequests.map(
      ({ method, path, status, detail, rule }) =>
        `${method} ${path} was answered ${status}: ${detail ?? rule ?? 'nothing is known'}${suggestRemedy(status, clockPolicy.clock)}`,
    ),
  );

const suggestRemedy = (status: number | null, clock: string): string => {
  if (status === 401) return '; the key of this world is world.apiKey';
  return status === 429 && clock === 'manual' ? "; retry-after is virtual time, and the clock is manual: `await world.advance('10s')`" : '';
};

/** The calls that wait, and what would answer them. */
const listWaiting = ({ clockPolicy: { clock } }: TestWorld, waiting: readonly string[]): readonly string[] =>
  listFirst(
    `  these calls wait for their answers, under the ${clock} clock:`,
    waiting.map((call) => (clock === 'manual' ? explainManualWait(call) : call)),
  );

/** What has happened without a word. */
const listSilences = (world: TestWorld): readonly string[] => {
  const { polling, simulated, discarded, sawFakeTimers } = world.silences;
  return [
    ...(polling === undefined ? [] : [explainManualWait(polling)]),
    ...(simulated === undefined ? [] : [explainSimulatedWebhook(simulated)]),
    ...discarded,
    ...(sawFakeTimers ? ['timers are fake: a client that sleeps waits for `await vi.advanceTimersByTimeAsync(1_000)`, or its like'] : []),
    ...(isUnmoved(world)
      ? ["the clock is manual, and was not moved: `await world.advance('10s')`, or make the world with clock: 'auto'"]
      : []),
  ].map((words) => `  ${words}`);
};

/** Whether jobs wait for a clock that the test has not moved, and nothing else says so. */
const isUnmoved = ({ clock, clockPolicy, engine, silences, waiting }: TestWorld): boolean =>
  clockPolicy.clock === 'manual' &&
  clock.now === 0 &&
  waiting === 0 &&
  silences.polling === undefined &&
  [...engine.state.all('job')].some(({ status }) => status.startsWith('IN_'));

const listFirst = (title: string, all: readonly string[]): readonly string[] => {
  if (all.length === 0) return [];
  const more = all.length - refusalsShown;
  return [title, ...all.slice(0, refusalsShown).map((line) => `    ${line}`), ...(more > 0 ? [`    … and ${more} more`] : [])];
};

/** The refusals that the test did not look at. */
const unread = ({ unreadRefusals }: TestWorld): readonly string[] =>
  listFirst(
    '  the test did not look at these answers:',
    unreadRefusals.map((call) => `${formatVirtualTime(call.at)} ${refusalText(call)}`),
  );

/** The kinds worth explaining, most interesting first: those that may wait. An explanation of an endpoint or an account rarely helps. */
const rank: { readonly [K in WaitingKind]: number } = { job: 1, request: 2, pod: 3, cluster: 4, worker: 5 };
const isExplained = (kind: string | undefined): kind is WaitingKind => kind !== undefined && Object.hasOwn(rank, kind);

/** The entities to explain: in the order of their kinds, and of each kind the last changed first. */
const lastTouched = (world: TestWorld): readonly string[] => {
  const touched = new Map<string, { readonly kind: WaitingKind; readonly seq: number }>();
  for (const { seq, event } of world.log.entries()) {
    const kind = findKind(event);
    if (isExplained(kind)) touched.set(findId(kind, event), { kind, seq });
  }
  return [...touched]
    .sort(([, a], [, b]) => rank[a.kind] - rank[b.kind] || b.seq - a.seq)
    .slice(0, explained)
    .map(([id]) => id);
};

const shorten = (text: string): string => {
  const lines = text.trimEnd().split('\n');
  return lines.length <= linesEach
    ? lines.join('\n')
    : [...lines.slice(0, linesEach), `… ${lines.length - linesEach} more lines: world.explain prints all`].join('\n');
};
