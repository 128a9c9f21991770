import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { randomPods } from '../pods/randomPods.ts';
import { randomMeasuredPlan } from '../randomPlan.ts';
import type { WorldAct, WorldPlan } from './plan.ts';

/** Random endpoints and pods, so many that their hosts are too small for them. */
export const randomWorld = (seed: string): WorldPlan => {
  const choice = new Choice(seed, 'world', 'model');
  const first = randomMeasuredPlan(`${seed}-0`);
  const own = Array.from({ length: 1 + choice.below(2) }, (_, k) => randomMeasuredPlan(`${seed}-${k + 1}`));
  const podPlan = randomPods(seed);
  const hosts = choice.of([[1], [2], [1, 2], [2, 1, 1], [2, 2]]);
  const shared = { ...first, hosts };
  // Of its own, an endpoint has its scaler, workers, idle timeout and time limit.
  const endpoints = [shared, ...own.map(({ scaler, min, max, idle, timeout }) => ({ ...shared, scaler, min, max, idle, timeout }))];
  const acts: WorldAct[] = [
    ...[first, ...own].flatMap((plan, endpoint) => plan.acts.map((act) => ({ at: act.at, endpoint, act }))),
    ...podPlan.acts.map((act) => ({ at: act.at, endpoint: null, act })),
  ];
  const last = Math.max(...acts.map(({ at }) => at));
  for (const endpoint of endpoints.keys()) {
    for (let k = choice.below(3); k > 0; k--) {
      const min = choice.of([0, 0, 1, 2]);
      const act = { at: choice.below(last + 1), do: 'scale', min, max: min + choice.below(4) } as const;
      acts.push({ at: act.at, endpoint, act });
    }
  }
  acts.sort((a, b) => a.at - b.at);
  const until = Math.max(...[first, ...own, podPlan].map((plan) => plan.until));
  const failures = hosts.flatMap((_, host) => {
    const from = 1 + choice.below(until / 2);
    return choice.happens(1, 2) ? [{ host, from, until: from + 1 + choice.below(60_000) }] : [];
  });
  return { endpoints, pods: podPlan, failures, acts, until };
};
