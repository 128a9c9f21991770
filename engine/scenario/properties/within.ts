import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { findId, findKind } from '../../cloud/entities.ts';
import { formatDuration, formatVirtualTime, later, type VirtualTime } from '../../kernel/time.ts';
import { listFields } from '../format/eventFields.ts';
import { eventType, where } from '../format/eventFormat.ts';
import { type Entry, isMeant } from '../step/assertion.ts';
import { type Break, propertyKind } from './kind.ts';
import { lookText } from './look.ts';

const schema = z
  .strictObject({
    within: duration.describe('After each event `from`, one of `to` comes within this long, or the run ends before'),
    from: eventType,
    to: z.union([eventType, z.array(eventType).min(1)]).describe('Of the same entity; or an event that names it'),
    of: z.string().optional().describe('Of this entity alone'),
    where: where.describe('Fields that the event `from` must have'),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    const kind = findKind({ type: from } as Entry['event']);
    if (kind === undefined) return addIssue({ code: 'custom', path: ['from'], message: `${from} is about no entity` });
    const stranger = [to].flat().find((type) => !listFields(type).includes(`${kind}Id`));
    if (stranger !== undefined)
      addIssue({ code: 'custom', path: ['to'], message: `${stranger} does not name a ${kind}, which ${from} is about` });
  });

/** Since when an entity waits, and by which entry, if that is known. */
interface WaitingEntity {
  readonly at: VirtualTime;
  readonly entry?: Entry;
}

/** `within`: for each entity, after one event another one comes within a duration. */
export const within = propertyKind({
  key: 'within',
  schema,
  text: ({ within: ms, from, to, of, where: fields }) =>
    `within ${formatDuration(ms)} of ${lookText({ event: from, of, where: fields })}: ${[to].flat().join(' or ')}`,
  looks: ({ from, to, of, where: fields }) => [
    { path: [], look: { event: from, of, where: fields } },
    ...[to].flat().map((event) => ({ path: ['to'], look: { event } })),
  ],
  watch: (spec, run) => {
    const ends = [spec.to].flat();
    const kind = findKind({ type: spec.from } as Entry['event']);
    /** The entities that wait, the one with the next deadline first: all of them have the same time limit. */
    const waiting = new Map<string, WaitingEntity>();
    let [evaluated, broken]: [boolean, Break | undefined] = [false, undefined];
    const checkUntil = (now: VirtualTime): void => {
      const [first] = waiting.values();
      if (first === undefined || broken !== undefined) return;
      const deadline = later(first.at, spec.within);
      if (now <= deadline) return;
      const missing = ends.join(' or ');
      broken = {
        mismatch: { what: missing, expected: `within ${formatDuration(spec.within)} of ${spec.from}`, actual: 'none' },
        words: `by ${formatVirtualTime(deadline)}`,
        entry: first.entry,
        at: deadline,
        shape: `${spec.from} without ${missing}`,
      };
    };
    return {
      entry: (entry) => {
        checkUntil(entry.at);
        const id = kind === undefined ? '' : findId(kind, entry.event);
        if (ends.includes(entry.event.type)) waiting.delete(id);
        if (!isMeant(entry, spec.from, spec) || waiting.has(id)) return;
        evaluated = true;
        waiting.set(id, { at: entry.at, entry });
      },
      memory: {
        dump: () => [...waiting].map(([id, { at }]) => [id, at]),
        load: (memory) => {
          for (const [id, at] of memory as [string, VirtualTime][]) waiting.set(id, { at });
        },
        breaksAt: () => {
          const [first] = waiting.values();
          return first && later(first.at, spec.within + 1);
        },
      },
      end: () => checkUntil(run.now),
      verdict: () => ({ evaluated, ...(broken === undefined ? {} : { broken }) }),
    };
  },
});
