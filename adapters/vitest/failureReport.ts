import { formatVirtualTime, idOf, kindOf, timeline, type WaitingKind } from '../../engine/index.ts';
import type { TestWorld } from './testWorld.ts';

/** How much of a world a failing test prints. */
const entriesShown = 30;
const explained = 3;
const linesEach = 40;

/** A failed test: where it is, and its full name. */
export interface FailedTest {
  readonly file: string;
  readonly name: string;
}

/** What a failing test prints about its world: which one it was, how to get it again, what happened last, and why. */
export const failureReport = (world: TestWorld, { file, name }: FailedTest, waiting: number): string => {
  const entries = [...world.log.entries()];
  const shownFrom = entries.length - entriesShown;
  const last = timeline(entries, ({ seq }) => seq > shownFrom).trimEnd();
  return [
    `podsim: the world of '${name}'`,
    `  seed ${world.seed}; ${entries.length} entries; ${formatVirtualTime(world.clock.now)} (${world.clock.instant}); fingerprint ${world.fingerprint()}`,
    `  it is the same on every run: npx vitest run ${file} -t '${pattern(name)}'`,
    ...(waiting === 0 ? [] : [`  ${calls(waiting)}; a manual clock is moved by world.clock.advance`]),
    '',
    shownFrom > 0 ? `the last ${entriesShown} entries; world.timeline() has all` : 'all that happened',
    last,
    ...lastTouched(world).flatMap((id) => ['', shorten(world.explain(id))]),
  ].join('\n');
};

const calls = (waiting: number): string => (waiting === 1 ? 'a call waits for its answer' : `${waiting} calls wait for their answers`);

/** `-t` takes a regular expression; here in a shell's single quotes. */
const pattern = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", '.');

/** The kinds worth explaining, most interesting first: those that may wait. An explanation of an endpoint or an account rarely helps. */
const rank: { readonly [K in WaitingKind]: number } = { job: 1, request: 2, pod: 3, cluster: 4, worker: 5 };
const isExplained = (kind: string | undefined): kind is WaitingKind => kind !== undefined && Object.hasOwn(rank, kind);

/** The entities to explain: in the order of their kinds, and of each kind the last changed first. */
const lastTouched = (world: TestWorld): readonly string[] => {
  const touched = new Map<string, { readonly kind: WaitingKind; readonly seq: number }>();
  for (const { seq, event } of world.log.entries()) {
    const kind = kindOf(event);
    if (isExplained(kind)) touched.set(idOf(kind, event), { kind, seq });
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
