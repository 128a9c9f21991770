import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { ClusterAct } from '../clusters/plan.ts';
import { randomDenials } from '../hosts/randomDenials.ts';
import type { Tuning } from '../plan.ts';
import { centers, type PodAct } from '../pods/plan.ts';
import { listCreates, randomPods } from '../pods/randomPods.ts';
import { randomMeasuredPlan } from '../randomPlan.ts';
import { prefixOf, type WorldAct, type WorldPlan } from './plan.ts';

/** Random endpoints, pods and clusters, so many that their hosts are too small for them. Each world lacks some of what may happen. */
export const randomWorld = (seed: string): WorldPlan => {
  const choice = new Choice(seed, 'world', 'model');
  const first = randomMeasuredPlan(`${seed}-0`);
  const own = Array.from({ length: 1 + choice.below(2) }, (_, k) => randomMeasuredPlan(`${seed}-${k + 1}`));
  const podPlan = randomPods(seed);
  const hosts = choice.of([[1], [2], [1, 2], [2, 1, 1], [2, 2], [4, 2, 1], [3, 1, 2, 2], [3, 4], [5, 4]]);
  const shared = { ...first, hosts };
  // Of its own, an endpoint has its scaler, workers, idle timeout and time limit.
  const endpoints = [shared, ...own.map(({ scaler, min, max, idle, timeout }) => ({ ...shared, scaler, min, max, idle, timeout }))];
  const acts: WorldAct[] = [
    ...[first, ...own].flatMap((plan, endpoint) => plan.acts.map((act) => ({ at: act.at, of: endpoint, act }))),
    ...(choice.happens(1, 2) ? podPlan.acts : []).map((act) => ({ at: act.at, of: 'pods' as const, act })),
  ];
  const until = Math.max(...[first, ...own, podPlan].map((plan) => plan.until));
  // Half of them come while clients are at work, the others mostly when all is quiet again.
  const times = acts.map(({ at }) => at).sort((a, b) => a - b);
  const instant = (): number => (choice.happens(1, 2) ? choice.of(times) : choice.below(until));
  for (const endpoint of endpoints.keys()) {
    for (let k = choice.of([0, 0, 2, 4, 8]); k > 0; k--) {
      const min = choice.of([0, 0, 1, 2]);
      const act = { at: instant(), do: 'scale', min, max: min + choice.below(4) } as const;
      acts.push({ at: act.at, of: endpoint, act });
    }
    for (let k = choice.of([0, 0, 1, 3, 6]); k > 0; k--) {
      const at = instant();
      const changes = choice.of<Tuning>([
        { image: 1 + choice.below(3) },
        { image: 1 + choice.below(3) },
        { env: choice.below(3) },
        { center: choice.of([null, ...centers.slice(0, 2)]) },
      ]);
      acts.push({ at, of: endpoint, act: { at, do: 'tune', changes } });
      if (choice.happens(1, 2)) acts.push({ at, of: endpoint, act: { at, do: choice.of(['workers', 'releases']) } });
    }
  }
  for (let k = choice.happens(1, 2) ? choice.below(24) : 0, formed = 0; k > 0; k--) {
    const at = instant();
    const act = choice.pickWeighted([
      [formed === 0 ? 9 : 3, 'form'],
      [2, 'get'],
      [1, 'members'],
      [1, 'dissolve'],
      [1, 'list'],
    ] as const);
    if (act === 'form') formed += 1;
    if (act === 'form')
      acts.push({ at, of: 'clusters', act: { at, do: act, members: 2 + choice.below(2), gpus: choice.of([1, 1, 2, 2]) } });
    else if (act === 'list') acts.push({ at, of: 'clusters', act: { at, do: act } });
    else acts.push({ at, of: 'clusters', act: { at, do: act, cluster: choice.below(Math.max(1, formed)) } });
  }
  acts.sort((a, b) => a.at - b.at);
  const failures = hosts.flatMap((_, host) => {
    const from = 1 + instant();
    return choice.happens(1, 3) ? [{ host, from, until: from + 1 + choice.below(60_000) }] : [];
  });
  const scope = { hosts: hosts.length, instant, longest: 60_000, endpoints: [prefixOf(0), prefixOf(1)] };
  const denials = randomDenials(seed, { ...scope, pods: listNames(acts) });
  return { endpoints, pods: podPlan, failures, denials, acts, until };
};

/** The pods and members that the calls may create. */
const listNames = (acts: readonly WorldAct[]): readonly string[] => {
  const clusters = acts.flatMap(({ of, act }) => (of === 'clusters' ? [act as ClusterAct] : []));
  const pods = listCreates(acts.flatMap(({ of, act }) => (of === 'pods' ? [act as PodAct] : [])));
  const members = clusters.flatMap((act, k) => (act.do === 'form' ? [`clusters-${k + 1}/0`, `clusters-${k + 1}/1`] : []));
  return [...pods.slice(0, 3), ...members.slice(0, 6), ...pods];
};
