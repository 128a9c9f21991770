import type { Kind } from '../../../../../engine/cloud/index.ts';
import { chooseStep } from '../../charts/scale.ts';
import { findMark, listTags, type Mark } from '../../marks.ts';
import type { RunLog } from '../runLog.ts';
import type { TimeRange } from './range.ts';

/** A status of something from a time to another. */
interface StoryBar extends TimeRange {
  readonly status: string;
  readonly mark: Mark;
  /** What has ended, and is only kept. */
  readonly isOver: boolean;
}

/** Something in the picture of a lesson: its bars; of many alike, how many are in each of the statuses. */
export interface StoryRow {
  readonly name: string;
  readonly bars: readonly StoryBar[];
  readonly counts?: readonly { readonly at: number; readonly byMark: ReadonlyMap<string, number> }[];
}

/** More of a kind at one endpoint are counted, in place of a bar for each. */
const barsMax = 6;

const drawnKinds: readonly Kind[] = ['cluster', 'pod', 'worker', 'job', 'request'];

/** What happened to jobs, workers, pods and clusters up to a time, in the order in which they came; that of an endpoint together. */
export const listStoryRows = (log: RunLog, until: number): readonly StoryRow[] => {
  const endpoints = new Map(log.whereabouts.changes.map(({ id, endpoint }) => [id, endpoint]));
  const groups = new Map<string, { readonly kind: Kind; readonly owner: string; readonly ids: string[] }>();
  for (const id of log.lives.ids()) {
    const kind = log.lives.kind(id) as Kind;
    if (!drawnKinds.includes(kind)) continue;
    const owner = endpoints.get(id) ?? '';
    const group = groups.get(`${owner} ${kind}`) ?? { kind, owner, ids: [] };
    groups.set(`${owner} ${kind}`, group);
    group.ids.push(id);
  }
  return [...groups.values()]
    .sort((a, b) => a.owner.localeCompare(b.owner, 'en'))
    .flatMap(({ kind, owner, ids }) => {
      const rows = ids.map((id): StoryRow => ({ name: log.labels.findName(id), bars: listBars(log, id, kind, until) }));
      return rows.length <= barsMax
        ? rows
        : [{ name: `${rows.length} ${kind}s of ${log.labels.findName(owner)}`, bars: [], counts: countBars(rows, until) }];
    });
};

const listBars = (log: RunLog, id: string, kind: Kind, until: number): readonly StoryBar[] => {
  const bars: StoryBar[] = [];
  const steps = [...log.lives.upTo(id, log.length)];
  steps.forEach(({ seq, to: status }, k) => {
    const next = steps[k + 1];
    const [from, to] = [log.at(seq), next === undefined ? Math.max(until, log.at(seq)) : log.at(next.seq)];
    const last = bars.at(-1);
    const tags = listTags(kind, status);
    if (tags.includes('gone') || (next !== undefined && to === from)) return;
    if (last?.status === status && last.to === from) bars[bars.length - 1] = { ...last, to };
    else bars.push({ status, from, to, mark: findMark(kind, status), isOver: tags.includes('terminal') || tags.includes('stopped') });
  });
  return bars;
};

/** How many of them have each mark, whenever that changes. What is over is not counted; the last are as many as there are now. */
const countBars = (rows: readonly StoryRow[], until: number): NonNullable<StoryRow['counts']> => {
  const changes = rows
    .flatMap(({ bars }) => bars.filter(({ isOver }) => !isOver))
    .flatMap(({ from, to, mark: { color } }) => [
      { at: from, color, by: 1 },
      { at: to, color, by: -1 },
    ])
    .filter(({ at, by }) => by > 0 || at < until)
    .sort((a, b) => a.at - b.at);
  const now = new Map<string, number>();
  return changes.flatMap(({ at, color, by }, k) => {
    now.set(color, (now.get(color) ?? 0) + by);
    return changes[k + 1]?.at === at ? [] : [{ at, byMark: new Map(now) }];
  });
};

/** The part of time that a picture shows, never folded: from before what is asked about, to well after the answer. `room`: how far, as a factor. */
export const planStory = (begin: number, end: number, room: number): TimeRange => {
  const span = Math.max(end - begin, 1_000) * room;
  const step = chooseStep(span, 10, 'ms');
  // The beginning of the story is in the picture, unless most of that would be the time before.
  const from = begin < span ? 0 : Math.floor((begin - span / 8) / step) * step;
  return { from, to: Math.ceil((begin + span) / step) * step };
};
