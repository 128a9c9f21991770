import { isLeft } from 'fp-ts/lib/Either.js';
import { entities, isKind, type Kind, kinds, type StateOf } from '../../cloud/entities.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { Named } from '../../kernel/entity.ts';
import { readBill } from '../../world/reports/record/measures.ts';
import { type Entry, fieldDifferences, isMeant } from '../step/assertion.ts';
import { parseCondition, unmet } from '../step/condition.ts';
import { type Mismatch, numberMismatches } from '../step/expectation.ts';
import type { WatchedRun } from './kind.ts';
import { countText, type StateLookSpec } from './look.ts';

/** A state that is compared after every change, at a cost that does not grow with the run. */
export interface StateLook {
  readonly entry?: (entry: Entry) => void;
  readonly change?: (change: StateChange) => void;
  /** How the state differs now; empty if it is as asked. */
  readonly differences: () => readonly Mismatch[];
}

export const lookAtState = (spec: StateLookSpec, run: WatchedRun): StateLook => {
  if (typeof spec === 'string') return conditionLook(spec, run);
  if ('metric' in spec) return billLook(spec, run);
  return isKind(spec.count) ? entityCount(spec, spec.count, run) : eventCount(spec);
};

const conditionLook = (text: string, run: WatchedRun): StateLook => {
  const condition = parseCondition(text);
  if (isLeft(condition)) return { differences: () => [{ what: text, expected: 'a condition', actual: condition.left }] };
  return {
    differences: () => {
      const mismatch = unmet(condition.right, run);
      return mismatch === undefined ? [] : [mismatch];
    },
  };
};

type CountSpec = Extract<StateLookSpec, { readonly count: string }>;

/** The ids of the entities that are counted are kept, so that a change costs one comparison. */
const entityCount = (spec: CountSpec, kind: Kind, { state }: WatchedRun): StateLook => {
  const ids = new Set<string>();
  const isCounted = isCountedBy(spec, kind);
  for (const entity of state.all(kind)) if (isCounted(entity)) ids.add(entity.id);
  const text = countText(spec);
  return {
    change: ({ kind: of, id, entity }) => {
      if (of !== kind) return;
      if (!entities[kind].lifecycle.isFinal(entity.status) && isCounted(entity)) ids.add(id);
      else ids.delete(id);
    },
    differences: () => numberMismatches(spec.is as Json, ids.size, text),
  };
};

const isCountedBy = ({ in: wanted, of, where }: CountSpec, kind: Kind): ((entity: StateOf<Kind>) => boolean) => {
  const statuses = wanted === undefined ? undefined : [wanted].flat();
  return (entity) =>
    statuses?.includes(entity.status) !== false &&
    (of === undefined || names(kind, entity, of)) &&
    (where === undefined || fieldDifferences(entity, where).length === 0);
};

/** Whether an entity belongs to another one, or to its account: by a field of that name, or a relation. */
const names = (kind: Kind, entity: StateOf<Kind>, id: string): boolean =>
  kinds.some((other) => (entity as unknown as Readonly<Record<string, unknown>>)[`${other}Id`] === id) ||
  (Object.values(entities[kind].relations) as readonly ((entity: StateOf<Kind>) => Named)[]).some((relation) =>
    [relation(entity)].flat().includes(id),
  );

const eventCount = (spec: CountSpec): StateLook => {
  let events = 0;
  const text = countText(spec);
  return {
    entry: (entry) => {
      if (isMeant(entry, spec.count, spec)) events += 1;
    },
    differences: () => numberMismatches(spec.is as Json, events, text),
  };
};

/** Spend changes only with time, so it is memoized for each instant. */
const billLook = ({ of, is }: Extract<StateLookSpec, { readonly metric: string }>, run: WatchedRun): StateLook => {
  let at: number | undefined;
  let found: readonly Mismatch[] = [];
  return {
    differences: () => {
      if (at === run.now) return found;
      at = run.now;
      found = numberMismatches(
        is as Json,
        readBill({ billing: run.state.billing, until: run.now, of }),
        of === undefined ? 'bill' : `bill of ${of}`,
        ' USD',
      );
      return found;
    },
  };
};
