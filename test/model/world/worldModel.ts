import { ClusterModel } from '../clusters/clusterModel.ts';
import { Ground } from '../ground.ts';
import { Model } from '../model.ts';
import type { Outcome } from '../plan.ts';
import { failHosts, PodModel } from '../pods/podModel.ts';
import { prefixOf, type WorldPlan } from './plan.ts';

/** What comes of a plan, as the models of its endpoints and pods say, which share one ground. */
export const playWorldModel = ({ endpoints: plans, pods: times, failures, denials, acts, until }: WorldPlan): Outcome => {
  const ground = new Ground(plans[0]?.hosts ?? []);
  failHosts(ground, failures);
  ground.deny(denials);
  // A fault from the start hits the first workers, too.
  ground.advance(0);
  const endpoints = plans.map((plan, k) => new Model(plan, ground, prefixOf(k)));
  const pods = new PodModel(times, ground);
  const clusters = new ClusterModel(times, ground);
  for (const { at, of, act } of acts) {
    ground.advance(at);
    if (of === 'pods' || of === 'volumes') pods.act(act);
    else if (of === 'clusters') clusters.act(act);
    else endpoints[of]?.act(act);
  }
  ground.advance(until);
  return { lines: ground.lines, cost: endpoints.reduce((sum, one) => sum + one.nanoDollars, pods.nanoDollars + clusters.nanoDollars) };
};
