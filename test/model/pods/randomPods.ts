import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { randomDenials } from '../hosts/randomDenials.ts';
import { noWishes, type PodAct, type PodPlan } from './plan.ts';

/** Random pods on few GPUs. Half of the plans have whole seconds everywhere, so that much is due at one time. */
export const randomPods = (seed: string): PodPlan => {
  const choice = new Choice(seed, 'pods', 'model');
  const grain = choice.of([1_000, 1]);
  const time = (from: number, to: number): number => Math.round((from + choice.below(to - from + 1)) / grain) * grain;
  // Some go on for days, in which few pods stop and start often: so bills have many hours.
  const isLong = choice.happens(1, 3);
  const pace = isLong ? 600 : 1;
  const acts: PodAct[] = [];
  const image = () => choice.of(['a/one:1', 'a/two:1']);
  let at = 0;
  for (let creates = 0; acts.length < (isLong ? 80 : 40); ) {
    at += choice.happens(1, 4) ? 0 : pace * time(0, choice.of([1_000, 6_000, 30_000]));
    const pod = choice.below(Math.max(1, isLong ? Math.min(2, creates) : creates));
    const act = choice.pickWeighted([
      [isLong && creates > 0 ? 2 : 8, 'create'],
      [6, 'stop'],
      [6, 'start'],
      [4, 'restart'],
      [isLong ? 1 : 4, 'terminate'],
      [8, 'get'],
      [3, 'patch'],
      [2, 'lock'],
      [3, 'list'],
      [4, 'bill'],
      [3, 'catalog'],
    ] as const);
    if (act === 'create') creates += 1;
    if (act === 'create')
      acts.push({ at, do: act, gpus: 1 + choice.below(2), image: image(), mount: choice.of([0, 10, 75]), wishes: noWishes });
    else if (act === 'catalog') acts.push({ at, do: act, gpus: 1 + choice.below(2) });
    else if (act === 'bill') acts.push({ at, do: act, hours: choice.of([1, 24, 200]) });
    else if (act === 'list') acts.push({ at, do: act });
    else if (act === 'patch') acts.push({ at, do: act, pod, image: image() });
    else if (act === 'lock') acts.push({ at, do: act, pod, locked: choice.happens(1, 2) });
    else acts.push({ at, do: act, pod });
  }
  const hosts = choice.of([[1], [2], [1, 2], [2, 1, 1], [4, 2]]);
  const instant = (): number => choice.below(at + 1);
  return {
    hosts,
    provision: time(0, 6_000),
    pull: time(0, 9_000),
    start: time(0, 5_000),
    failures: hosts.flatMap((_, host) => {
      const from = time(1, at + 1);
      return choice.happens(1, 2) ? [{ host, from: Math.max(1, from), until: Math.max(1, from) + time(1_000, 60_000) }] : [];
    }),
    denials: randomDenials(seed, { hosts: hosts.length, instant, longest: 60_000 * pace, endpoints: [], pods: listCreates(acts) }),
    acts,
    until: at + 60_000,
  };
};

/** The calls that create pods, by their numbers among the calls. */
export const listCreates = (acts: readonly PodAct[]): readonly string[] =>
  acts.flatMap((act, k) => (act.do === 'create' ? [`pods-${k + 1}`] : []));
