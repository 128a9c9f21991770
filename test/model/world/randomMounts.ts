import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { VolumeAct } from '../volumes/plan.ts';
import { isMade, mountAtRandom, randomVolumeAct } from '../volumes/randomVolumes.ts';
import type { WorldAct, WorldPlan } from './plan.ts';
import { randomWorld } from './randomWorld.ts';

/** The same worlds with network volumes, which pods mount, and workers: each is only where its volumes are. */
export const randomMounts = (seed: string): WorldPlan => {
  const plan = randomWorld(seed);
  const choice = new Choice(seed, 'mounts', 'model');
  let made = 0;
  const acts = plan.acts.flatMap((one): readonly WorldAct[] => {
    const { at, of, act } = one;
    const others = Array.from({ length: choice.happens(1, 6) ? 2 : 0 }, () => randomVolumeAct(choice, at, made));
    made += others.filter(isMade).length;
    // The bill of all has what endpoints and clusters cost, too, which the model of pods does not know.
    const known = others.map((other): VolumeAct => (other.do === 'bill-all' ? { at, do: 'volumes' } : other));
    const before = known.map((other) => ({ at, of: 'volumes' as const, act: other }));
    if (of === 'pods') return [...before, { at, of, act: mountAtRandom(choice, act, made) }];
    if (typeof of === 'string' || (act.do !== 'tune' && act.do !== 'scale')) return [...before, one];
    const volumes = choice.of([
      [],
      [choice.below(made + 1)],
      [choice.below(made || 1)],
      [choice.below(made || 1), choice.below(made || 1)],
    ]);
    const patch = { at, of, act: { at, do: 'tune', changes: { volumes } } } as const;
    const reads = (['workers', 'releases'] as const).filter(() => choice.happens(1, 2)).map((read) => ({ at, of, act: { at, do: read } }));
    return [...before, ...choice.of([[one], [patch, ...reads], [one, patch, ...reads]])];
  });
  return { ...plan, acts };
};
