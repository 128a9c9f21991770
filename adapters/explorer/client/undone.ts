import type { BrokenProperty, ClientEnding } from '../../../engine/lab/explorer/index.ts';

/** The property that most runs of a client do its work. */
export const workDone = 'work-done';

/** A client gives up in more of its runs than this unless its file says that it may: then it does not do its work. */
export const mayGiveUpDefault = '1/10';

/** Why a run did not do the work of its client. */
export interface Undone {
  readonly how: 'gave up' | 'was cut';
  readonly reason: string;
}

/** As much of a reason as is shown. */
const reasonMax = 200;

/** Undefined where the client returned. A client that printed its error did so at its end. */
export const findReason = (how: ClientEnding, said = '', bound?: string, isPrinted = false): Undone | undefined => {
  if (bound !== undefined) return { how: 'was cut', reason: bound };
  if (how === 'returned') return undefined;
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const reason = (isPrinted ? lines.at(-1) : lines[0])?.trim().slice(0, reasonMax) ?? '';
  return { how: 'gave up', reason: reason === '' ? 'without a word' : reason };
};

/** An undone run as a failure. Ids and counts differ from run to run; the status of an answer makes another reason. */
export const asUndone = ({ how, reason }: Undone): BrokenProperty => ({
  property: workDone,
  words: `the client ${how}: ${reason}`,
  shape: `${how}: ${reason.replaceAll(/\b(?:[\w-]*\d[\w-]*)\b/g, (word) => (/^[1-5]\d\d$/.test(word) ? word : '·'))}`,
});

/** A share such as `1/10`, as two whole numbers. */
export const parseShare = (text: string): { readonly of: number; readonly in: number } | undefined => {
  const [, of, all] = /^(\d{1,6})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  return of === undefined || all === undefined || Number(of) > Number(all) ? undefined : { of: Number(of), in: Number(all) };
};

interface UndoneRun {
  readonly run: number;
  readonly calls: number;
  readonly undone?: Undone;
}

/**
 * The failure of a client that did not do its work in more than its share of the runs: with the reason that most of them had, and the
 * run with that reason that made the fewest calls.
 */
export const findUndone = (
  runs: readonly UndoneRun[],
  mayGiveUp: string,
): { readonly failure: BrokenProperty; readonly run: number; times: number } | undefined => {
  const share = parseShare(mayGiveUp) ?? parseShare(mayGiveUpDefault);
  const undone = runs.flatMap(({ undone, ...one }) => (undone === undefined ? [] : [{ ...one, undone, alike: asUndone(undone) }]));
  if (share === undefined || undone.length * share.in <= runs.length * share.of) return undefined;
  const reasons = new Map<string, (typeof undone)[number][]>();
  for (const one of undone) reasons.set(one.alike.shape, [...(reasons.get(one.alike.shape) ?? []), one]);
  const most = [...reasons.values()].reduce((a, b) => (b.length > a.length ? b : a));
  const shortest = most.reduce((a, b) => (b.calls < a.calls ? b : a));
  const cut = undone.filter(({ undone: { how } }) => how === 'was cut').length;
  const counts = [...(undone.length > cut ? [`gave up in ${undone.length - cut}`] : []), ...(cut > 0 ? [`was cut in ${cut}`] : [])];
  const words =
    `the client did not do its work in ${undone.length} of ${runs.length} runs, which is more than ${mayGiveUp} of them: it ${counts.join(', and ')}. ` +
    `Most often (${most.length}): ${shortest.undone.reason}; soonest in run ${shortest.run}, after ${shortest.calls} calls. Try again what may pass; ` +
    `a client that may give up so often says so: export const mayGiveUp = '1/2', or --may-give-up 1/2`;
  return { failure: { property: workDone, words, shape: shortest.alike.shape }, run: shortest.run, times: undone.length };
};
