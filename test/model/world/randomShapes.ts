import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { Shape } from '../hosts/shapes.ts';
import type { WorldAct, WorldPlan } from './plan.ts';
import { randomWorld } from './randomWorld.ts';

/** The same worlds where workers have one GPU or two, or where all is on CPUs and a worker takes the first of several shapes; and releases change them. */
export const randomShapes = (seed: string): WorldPlan => {
  const plan = randomWorld(seed);
  const choice = new Choice(seed, 'shapes', 'model');
  const isOnCpus = choice.happens(1, 2);
  const pick = (): readonly Shape[] => (isOnCpus ? pickCpus(choice) : [{ flavor: null, units: 1 + choice.below(2) }]);
  const hosts = (plan.endpoints[0]?.hosts ?? []).map((gpus) => (isOnCpus ? 2 * gpus + 2 * choice.below(2) : gpus + choice.below(2)));
  const acts = plan.acts.flatMap((one): readonly WorldAct[] => {
    if (isOnCpus && typeof one.of === 'string') return [];
    const { at, act, of } = one;
    if (typeof of === 'string' || (act.do !== 'tune' && act.do !== 'scale')) return [one];
    const shapes = choice.happens(1, 8) ? pickWrong(choice, isOnCpus) : pick();
    const release = { at, of, act: { at, do: 'tune', changes: { shapes } } } as const;
    const reads = (['workers', 'releases'] as const).filter(() => choice.happens(1, 2)).map((read) => ({ at, of, act: { at, do: read } }));
    return choice.of([[one], [release, ...reads], [one, release, ...reads]]);
  });
  const endpoints = plan.endpoints.map((endpoint) => ({ ...endpoint, hosts, shapes: pick() }));
  const denials = isOnCpus ? plan.denials.map((denial) => ({ ...denial, gpu: false, pod: null })) : plan.denials;
  return { ...plan, endpoints, acts, denials };
};

const pickCpus = (choice: Choice): readonly Shape[] => {
  const all = ['cpu3c', 'cpu3g', 'cpu5c'].flatMap((flavor) => [2, 4].map((units) => ({ flavor, units })));
  const first = choice.of(all);
  const others = all.filter((shape) => shape !== first && choice.happens(1, 4));
  return choice.happens(1, 2) ? [first, ...others] : [...others, first];
};

/** Twice the same, a number that no flavor has, one without a price, or the other family. */
const pickWrong = (choice: Choice, isOnCpus: boolean): readonly Shape[] => {
  const shape = { flavor: 'cpu3c', units: 2 };
  if (!isOnCpus) return [shape];
  return choice.of<readonly Shape[]>([
    [shape, shape],
    [shape, { flavor: 'cpu3g', units: 3 }],
    [shape, { flavor: 'cpu3g', units: 64 }],
    [{ flavor: 'cpu4c', units: 2 }],
    [{ flavor: 'cpu5g', units: 2 }, shape],
    [{ flavor: null, units: 1 }],
  ]);
};
