import { entities, type Kind } from '../../../../../engine/cloud/index.ts';
import type { RunLog } from '../runLog.ts';
import { toStem, wordsIn } from './words.ts';

/** A status of a kind. */
interface Status {
  readonly kind: Kind;
  readonly status: string;
}

/** The statuses that some stems name, whole: `in queue` is IN_QUEUE, `queue` is not. The kind may stand beside it. */
export const statusesMeant = (stems: readonly string[]): readonly Status[] =>
  allStatuses.filter(
    ({ kindStem, stems: own }) =>
      own.every((stem) => stems.includes(stem)) && stems.every((stem) => stem === kindStem || own.includes(stem)),
  );

const allStatuses = Object.entries(entities).flatMap(([kind, { lifecycle }]) =>
  lifecycle.statuses
    .filter(({ tags }) => !tags.includes('before'))
    .map(({ status }) => ({ kind: kind as Kind, status, kindStem: toStem(kind), stems: wordsIn(status.toLowerCase()).map(toStem) })),
);

/** The entries that led to a status, of one kind or of any; in the order of the entities. */
export function* stepsInto(log: RunLog, status: string, kind?: Kind): Generator<number> {
  for (const id of log.lives.ids()) {
    if (kind !== undefined && log.lives.kind(id) !== kind) continue;
    for (const { seq, from, to } of log.lives.upTo(id, log.length)) if (to === status && from !== status) yield seq;
  }
}
