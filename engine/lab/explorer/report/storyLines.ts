import { findId, findKind } from '../../../cloud/entities.ts';
import { finish } from '../../../kernel/steps.ts';
import { formatVirtualTime } from '../../../kernel/time.ts';
import type { Entry } from '../../../scenario/step/assertion.ts';
import { eventWords } from '../../../scenario/timeline/timeline.ts';
import { explain, type HistoryStep } from '../../../world/reports/explain/explain.ts';
import { namesIn } from '../../../world/reports/shortNames.ts';
import type { World } from '../../../world/world.ts';

/** How many lines tell a story: the first one, and the last ones. */
const linesMax = 3;

/** `(entry 7)` of an invariant, `(job-1, entry 7, 00:00:26.000)` of a property that a scenario declares. */
const entryInWords = /\((?:[^(),]+, )?entry (\d+)[,)]/;

/**
 * Tells a failed run in at most three lines: the life of the entity that the failure is about, up to the failure, and other
 * calls if there is room. A failure that is about no entity has the newest entries of the log. `words` describe the failure, and may
 * name its entry.
 */
export const storyLines = (world: World, words: string): readonly string[] => {
  const { log } = world;
  const failing = log.entry(Number(entryInWords.exec(words)?.[1] ?? log.length));
  if (failing === undefined) return [];
  const kind = findKind(failing.event);
  const explanation =
    kind === undefined
      ? undefined
      : finish(explain(log, findId(kind, failing.event), world.settings, world.state, { before: failing.seq + 1, last: 1_000 }));
  if (explanation === undefined) return newestLines([...log.entries()].filter(({ seq }) => seq <= failing.seq));
  const { names, id, history } = explanation;
  const name = names.findName(id) === id ? `${explanation.kind} ${id}` : names.findName(id);
  const life = ends(history);
  const shown = new Set(life.flatMap(({ entry, because }) => [entry.seq, ...because.links.map(({ seq }) => seq)]));
  const calls = [...log.entries()].filter(({ seq, event }) => seq < failing.seq && event.type === 'InputReceived' && !shown.has(seq));
  const told = [
    ...callLines(calls, linesMax - life.length),
    ...life.map((step): StoryLine => [step.entry, `${name}: ${names.inText(step.description)}${callWords(step)}`]),
  ];
  return told.sort(([one], [other]) => one.seq - other.seq).map(formatLine);
};

type StoryLine = readonly [entry: Entry, words: string];

const formatLine = ([{ at }, words]: StoryLine): string => `${formatVirtualTime(at)}  ${words}`.trimEnd();

const ends = <Item>(items: readonly Item[]): readonly Item[] =>
  items.length <= linesMax ? items : [...items.slice(0, 1), ...items.slice(1 - linesMax)];

/** The call that it follows from, if one does. */
const callWords = ({ entry, because }: HistoryStep): string => {
  const root = because.links.at(-1);
  return root?.event.type === 'InputReceived' && root.at === entry.at ? ` (${root.event.operation})` : '';
};

const callLines = (calls: readonly Entry[], most: number): readonly StoryLine[] => {
  const names = namesIn(calls);
  return (most === 0 ? [] : calls.slice(-most)).map((entry) => [entry, eventWords(entry.event, names)]);
};

const newestLines = (entries: readonly Entry[]): readonly string[] => {
  const names = namesIn(entries);
  return entries.slice(-linesMax).map((entry) => formatLine([entry, `${entry.event.type} ${eventWords(entry.event, names)}`]));
};
