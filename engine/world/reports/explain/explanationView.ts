import type { Json } from '../../../kernel/canonical.ts';
import { entryView } from '../../../kernel/entryText.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { Explanation, HistoryStep, Refusal } from './explain.ts';
import type { Way } from './way.ts';

/** How a view shows a point of virtual time. */
type Point = (at: VirtualTime) => Json;

/** An explanation for programs. */
export const explanationView = (explanation: Explanation, point: Point): Json => {
  const { history, refusals, possible, timers, names, waitsFor, way, actions, ...rest } = explanation;
  return {
    ...rest,
    name: names.findName(rest.id),
    history: history.map((step) => stepView(step, point)),
    refusals: refusals.map((one) => refusalView(one, point)),
    waitsFor: [...waitsFor],
    way: wayView(way),
    actions: actions === null ? null : [...actions],
    timers: [...timers].sort((a, b) => a.at - b.at).map(({ name, at, then }) => ({ name, at: point(at), then })),
    possible: possible.map(({ event, to, rule, description, byCaller = false }) => ({ event, to, rule, description, byCaller })),
  };
};

export const wayView = (way: Way | null): Json =>
  way === null ? null : { to: way.to, steps: way.steps?.map((step) => ({ ...step })) ?? null };

export const stepView = ({ entry, from, to, rule, description, because }: HistoryStep, point: Point): Json => ({
  at: point(entry.at),
  event: entryView(entry),
  from,
  to,
  rule,
  description,
  because: because.links.map((link) => ({ seq: link.seq, type: link.event.type })),
  becauseLeftOut: because.leftOut,
});

export const refusalView = ({ at, ...rest }: Refusal, point: Point): Json => ({ ...rest, at: point(at) });
