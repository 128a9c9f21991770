import { entities, type Kind, type StateOf } from '../../../../engine/cloud/index.ts';
import { type Exit, listExits, type Trigger } from '../../../../engine/world/index.ts';
import diagrams from '../../diagrams.json' with { type: 'json' };
import type { LifeStep } from './charts/lives.ts';
import type { Diagram } from './diagramLayout.ts';
import type { RunLog } from './runLog.ts';

/** A possible next transition. Transitions along the same line of the diagram share a number; one that keeps the status has none. */
export interface NumberedExit extends Exit {
  readonly number: number | undefined;
}

/** The lifecycle of an entity at a moment. */
export interface LifeAt {
  readonly kind: Kind;
  readonly id: string;
  readonly status: string;
  readonly layout: Diagram;
  /** The transition just taken; undefined before the first. */
  readonly last: (LifeStep & { readonly event: string }) | undefined;
  /**
   * Lists the possible next transitions: first those by the clock, soonest first, then those by calls, then others, and last those that
   * keep the status.
   */
  readonly exits: readonly NumberedExit[];
  /** The entries at which it came to each status. */
  readonly visits: ReadonlyMap<string, readonly number[]>;
}

/** Undefined for an id that the log does not know. */
export const lifeAt = (log: RunLog, seq: number, id: string): LifeAt | undefined => {
  const kind = log.lives.kind(id);
  if (kind === undefined) return undefined;
  const visits = new Map<string, number[]>();
  let last: LifeStep | undefined;
  for (const step of log.lives.upTo(id, seq)) {
    last = step;
    if (step.from === step.to) continue;
    const known = visits.get(step.to);
    if (known === undefined) visits.set(step.to, [step.seq]);
    else known.push(step.seq);
  }
  const event = last === undefined ? undefined : log.entry(last.seq)?.event.type;
  const state = log.stateAt(seq);
  const entity = state.find(kind, id) as StateOf<Kind> | undefined;
  const exits = entity === undefined ? [] : listExits(kind, entity, log.settingsAt(seq), state);
  return {
    kind,
    id,
    status: last?.to ?? entities[kind].lifecycle.initial,
    layout: (diagrams as unknown as Readonly<Record<Kind, Diagram>>)[kind],
    last: last === undefined || event === undefined ? undefined : { ...last, event },
    exits: numberExits(exits, entity?.status),
    visits,
  };
};

const ranks: Readonly<Record<Trigger['by'], number>> = { timer: 0, caller: 1, others: 2 };

const numberExits = (exits: readonly Exit[], status: string | undefined): readonly NumberedExit[] => {
  const numbers = new Map<string, number>();
  const due = ({ trigger }: Exit): number => (trigger.by === 'timer' ? trigger.at : 0);
  return [...exits]
    .sort((a, b) => Number(a.to === status) - Number(b.to === status) || ranks[a.trigger.by] - ranks[b.trigger.by] || due(a) - due(b))
    .map((exit) => {
      if (exit.to === status) return { ...exit, number: undefined };
      const number = numbers.get(exit.to) ?? numbers.size + 1;
      numbers.set(exit.to, number);
      return { ...exit, number };
    });
};
