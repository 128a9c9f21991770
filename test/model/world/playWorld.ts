import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { World } from '../../../engine/world/world.ts';
import { PlayedClusters } from '../clusters/playClusters.ts';
import type { Outcome } from '../plan.ts';
import { definitionOf, PlayedEndpoint } from '../playInEngine.ts';
import { failureOf, PlayedPods, podSettings } from '../pods/playPods.ts';
import { prefixOf, type WorldPlan } from './plan.ts';

/** Plays a plan in the engine, and says in the words of the models what came of it. */
export const playWorld = ({ endpoints: plans, pods: times, failures, acts, until }: WorldPlan): Outcome => {
  const [first] = plans;
  if (first === undefined) throw new Error('a plan has an endpoint');
  const actsOf = (k: number) => acts.flatMap(({ of, act }) => (of === k ? [act] : []));
  const endpoints = plans.map((_, k) => new PlayedEndpoint(idOf(k), actsOf(k), prefixOf(k)));
  const pods = new PlayedPods();
  const clusters = new PlayedClusters();
  const lines: string[] = [];
  const definitions = endpoints.flatMap((one, k) => plans.slice(k, k + 1).map((plan) => one.definition(plan)));
  const world = new World(
    { ...definitionOf(first, definitions, podSettings(times)), faults: failures.map(failureOf) },
    {
      handlers: Object.fromEntries(endpoints.map((one, k) => [idOf(k), one.handler])),
      onChange: (change) => lines.push(...clusters.hear(change), ...pods.hear(change), ...endpoints.flatMap((one) => one.hear(change))),
    },
  );
  for (const { of, act } of acts) {
    if (of === 'pods') lines.push(pods.act(world, act));
    else if (of === 'clusters') lines.push(clusters.act(world, act));
    else lines.push(...endpoints.slice(of, of + 1).map((one) => one.act(world, act)));
  }
  world.advance({ to: until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

const idOf = (endpoint: number): string => `ep-${prefixOf(endpoint).slice(0, -1)}`;
