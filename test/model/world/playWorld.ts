import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { World } from '../../../engine/world/world.ts';
import { PlayedClusters } from '../clusters/playClusters.ts';
import { definitionOf } from '../definition.ts';
import { makeDenial } from '../hosts/denialPlan.ts';
import type { Outcome } from '../plan.ts';
import { PlayedEndpoint } from '../playInEngine.ts';
import { failureOf, PlayedPods, podSettings } from '../pods/playPods.ts';
import { PlayedVolumes } from '../volumes/playVolumes.ts';
import { prefixOf, type WorldPlan } from './plan.ts';

/** Plays a plan in the engine, and says in the words of the models what came of it. */
export const playWorld = ({ endpoints: plans, pods: times, failures, denials, acts, until }: WorldPlan): Outcome => {
  const [first] = plans;
  if (first === undefined) throw new Error('a plan has an endpoint');
  const lines: string[] = [];
  const volumes = new PlayedVolumes();
  const pods = new PlayedPods(volumes.ids);
  const endpoints = plans.map((_, k) => new PlayedEndpoint(idOf(k), prefixOf(k), (line) => lines.push(line), volumes.ids));
  const clusters = new PlayedClusters();
  const definitions = endpoints.flatMap((one, k) => plans.slice(k, k + 1).map((plan) => one.definition(plan)));
  const world = new World(
    { ...definitionOf(first, definitions, podSettings(times)), faults: [...failures.map(failureOf), ...denials.map(makeDenial)] },
    {
      handlers: Object.fromEntries(endpoints.map((one, k) => [idOf(k), one.handler])),
      onChange: (change) => {
        lines.push(...clusters.hear(change), ...pods.hear(change));
        for (const one of endpoints) one.hear(change);
      },
    },
  );
  for (const { of, act } of acts) {
    if (of === 'pods') lines.push(pods.act(world, act));
    else if (of === 'volumes') lines.push(volumes.act(world, act, pods.ids));
    else if (of === 'clusters') lines.push(clusters.act(world, act));
    else endpoints[of]?.act(world, act);
  }
  world.advance({ to: until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

const idOf = (endpoint: number): string => `ep-${prefixOf(endpoint).slice(0, -1)}`;
