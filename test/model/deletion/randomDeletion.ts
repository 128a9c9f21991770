import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { BalancerPlan } from '../balancer/plan.ts';
import { randomBalancer } from '../balancer/randomBalancer.ts';
import type { Act, FaultPlan, Plan } from '../plan.ts';
import { randomClients } from '../randomClients.ts';
import type { WorldAct, WorldPlan } from '../world/plan.ts';
import { randomWorld } from '../world/randomWorld.ts';

/** A plan of clients whose endpoint is deleted while they are at work: they go on, and find it gone. */
export const randomDeletion = (seed: string): Plan => {
  const choice = new Choice(seed, 'deletion', 'model');
  const plan = randomClients(seed);
  const deletes = randomDeletes(choice, plan.acts);
  const faults = choice.happens(1, 3) ? [randomFault(choice, deletes[0]?.at ?? 0)] : [];
  const acts = [...plan.acts, ...deletes].sort((one, other) => one.at - other.at);
  return { ...plan, faults: [...plan.faults, ...faults], acts };
};

/** A world of endpoints, pods and clusters that share few hosts, in which one or both endpoints are deleted. */
export const randomWorldDeletion = (seed: string): WorldPlan => {
  const choice = new Choice(seed, 'deletion', 'model');
  const world = randomWorld(seed);
  const deletes = world.endpoints.flatMap((_, of): readonly WorldAct[] => {
    if (of > 0 && choice.happens(1, 2)) return [];
    const own = world.acts.flatMap((one) => (one.of === of ? [one.act] : []));
    return randomDeletes(choice, own).map((act) => ({ at: act.at, of, act }));
  });
  return { ...world, acts: [...world.acts, ...deletes].sort((one, other) => one.at - other.at) };
};

/** The delete is answered late, or fails. */
const randomFault = (choice: Choice, at: number): FaultPlan => ({
  kind: choice.of(['slow', 'fail']),
  from: choice.happens(1, 2) ? 0 : at,
  until: choice.happens(1, 2) ? at + 1 + choice.below(20_000) : null,
  limit: choice.of([null, 1]),
  delay: 1 + choice.below(15_000),
  operation: 'deleteEndpoint',
});

/** A load-balancing endpoint that is deleted while requests wait, and workers handle some. */
export const randomBalancerDeletion = (seed: string): BalancerPlan => {
  const choice = new Choice(seed, 'deletion', 'model');
  const plan = randomBalancer(seed);
  const times = plan.acts.map(({ at }) => at);
  const at = choice.happens(1, 2) ? choice.of(times) : choice.below((times.at(-1) ?? 0) + 1);
  return { ...plan, acts: [...plan.acts, { at, do: 'delete' } as const].sort((one, other) => one.at - other.at) };
};

/** One delete while the clients are at work, half of the time at the instant of an act, and now and then a second one. */
const randomDeletes = (choice: Choice, acts: readonly Act[]): readonly Act[] => {
  const last = acts.at(-1)?.at ?? 0;
  const at = acts.length > 0 && choice.happens(1, 2) ? choice.of(acts).at : choice.below(last + 1);
  return [{ at, do: 'delete' }, ...(choice.happens(1, 4) ? [{ at: at + choice.below(last + 1 - at || 1), do: 'delete' } as const] : [])];
};
