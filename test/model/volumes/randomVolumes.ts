import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { BillWindow } from '../bills/pages.ts';
import { centers, type PodAct, type Wishes } from '../pods/plan.ts';
import { randomPods } from '../pods/randomPods.ts';
import type { VolumeAct, VolumePlan } from './plan.ts';

/** Random pods, of which many mount network volumes that come, grow and go. Half of the plans have hosts with room for all. */
export const randomVolumes = (seed: string): VolumePlan => {
  const plan = randomPods(seed);
  const choice = new Choice(seed, 'volumes', 'model');
  const more = choice.of([0, 9]);
  const hosts = plan.hosts.map((gpus) => gpus + more);
  let made = 0;
  const acts = plan.acts.flatMap((act) => {
    const others = Array.from({ length: choice.below(3) }, () => randomVolumeAct(choice, act.at, made));
    made += others.filter(isMade).length;
    return [...others, mountAtRandom(choice, act, made)];
  });
  return { ...plan, hosts, acts };
};

/** Where hosts are. */
const hosted: readonly string[] = centers;

/** Whether it makes a volume, and most of the time one where hosts are. */
export const isMade = (act: VolumeAct): boolean =>
  act.do === 'create-volume' && act.size >= 10 && act.size <= 4_096 && hosted.includes(act.center);

/** `made`: how many volumes there were at least. */
export const randomVolumeAct = (choice: Choice, at: number, made: number): VolumeAct => {
  const act = choice.pickWeighted([
    [made < 3 ? 8 : 2, 'create-volume'],
    [4, 'resize-volume'],
    [2, 'get-volume'],
    [2, 'delete-volume'],
    [1, 'volumes'],
    [3, 'bill-pages'],
    [3, 'bill-next'],
    [1, 'bill-all'],
  ] as const);
  const volume = choice.below(made + (choice.happens(1, 6) ? 2 : 0) || 1);
  if (act === 'create-volume') {
    const center = choice.of([...hosted, ...hosted, 'US-KS-2', 'CA-MTL-1', 'nowhere']);
    return { at, do: act, size: choice.of(sizes), center, tier: choice.of([null, 'STANDARD', 'HIGH_PERFORMANCE']) };
  }
  if (act === 'resize-volume') return { at, do: act, volume, size: choice.of(sizes) };
  if (act === 'bill-all') return { at, do: act, hours: choice.of([1, 24, 200]) };
  const limit = choice.of([null, 1, 2, 5]);
  if (act === 'bill-pages') return { at, do: act, window: randomWindow(choice, at), limit };
  if (act === 'bill-next') return { at, do: act, page: choice.below(2), like: choice.of([0, 0, 0, 1]), limit };
  return act === 'volumes' ? { at, do: act } : { at, do: act, volume };
};

/** Now and then one that contradicts itself. */
const randomWindow = (choice: Choice, at: number): BillWindow => {
  const bucket = choice.of(['hour', 'hour', 'day', 'week'] as const);
  const of = choice.of(['pods', 'volumes'] as const);
  const instant = (): number | null => (choice.happens(1, 2) ? null : choice.below(2 * at + 1) - Math.floor(at / 2));
  if (choice.happens(1, 2)) return { of, bucket, last: choice.of([1, 24, 200]), from: choice.happens(1, 12) ? 0 : null, to: null };
  return { of, bucket, last: null, from: instant(), to: instant() };
};

/** GB, some of them more or less than there may be. */
const sizes = [9, 10, 75, 300, 999, 1_000, 1_001, 2_500, 4_096, 4_097];

/** The same act with mounts; a PATCH of the image, and every other restart, is a PATCH of mounts instead. */
export const mountAtRandom = (choice: Choice, act: PodAct, made: number): PodAct => {
  const isOfDisk = choice.happens(2, 5);
  const network = choice.pickWeighted<readonly number[] | null>([
    [isOfDisk || made === 0 ? 0 : 24, [choice.below(made)]],
    [1, [made]],
    [isOfDisk ? 24 : 4, null],
    [1, []],
    [1, [0, 1]],
  ]);
  const persistent = choice.pickWeighted([
    [network === null ? 9 : 0, choice.of([10, 50, 75, 150])],
    [9, null],
    [1, choice.of([5, 10])],
  ]);
  if (act.do === 'patch' || (act.do === 'restart' && choice.happens(1, 2)))
    return { at: act.at, do: 'remount', pod: choice.of([0, 1, 2, act.pod]), persistent, network };
  if (act.do !== 'create') return act;
  const wishes: Wishes = {
    network,
    centers: choice.of([[], [], [], ['EU-RO-1'], ['EU-CZ-1'], ['US-KS-2', 'EU-CZ-1']]),
    isInCommunity: choice.happens(1, 20),
  };
  return { ...act, mount: persistent ?? 0, wishes };
};
