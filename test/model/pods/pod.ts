import { Meter, toNanoDollars } from '../bills/meter.ts';

/** Nano-dollars a month of 720 hours: of a GPU at $0.69 an hour, of a GB of disk, and of a GB of the mount of a pod that is stopped. */
export const month = 720;
const gpuPrice = 690_000_000 * month;
const diskPrice = 100_000_000;
const stoppedPrice = 200_000_000;
/** GB that each container has. */
const containerDisk = 20;

export type PodStatus = 'PROVISIONING' | 'STARTING' | 'RUNNING' | 'EXITED' | 'ERROR' | 'TERMINATED';

/** What a pod was created with. */
export interface PodShape {
  readonly gpus: number;
  /** GB of its machine's disk; 0 = none. */
  readonly mount: number;
  readonly image: string;
  /** The network volume that it mounts. */
  readonly volume?: number | null;
  /** The only data centers where it may be; none: any. */
  readonly centers?: readonly string[];
}

/** A pod, or a member of a cluster. */
export class Pod {
  readonly name: string;
  /** How faults name it: by the call that created it. */
  readonly call: string;
  readonly gpus: number;
  readonly volume: number | null;
  readonly centers: readonly string[];
  mount: number;
  image: string;
  locked = false;
  status: PodStatus = 'PROVISIONING';
  /** Which of all changes its status was. */
  turn = 0;
  host: number;
  /** Whether its host is its machine: from its first start there on. */
  hasMachine = false;
  /** Whether its host has its image. */
  hasImage = false;
  hasLostHost = false;
  startedAt: number | null = null;
  /** How often its container has begun to start. */
  starts = 0;
  /** What it has cost: its GPUs, and its disk. */
  readonly meters = { gpu: new Meter(), disk: new Meter() };

  constructor(name: string, call: string, { gpus, mount, image, volume = null, centers = [] }: PodShape, host: number) {
    this.name = name;
    this.call = call;
    this.gpus = gpus;
    this.mount = mount;
    this.image = image;
    this.volume = volume;
    this.centers = centers;
    this.host = host;
  }

  /** Whether it holds its GPUs, and is paid for (pod.cost). */
  get holds(): boolean {
    return this.status === 'PROVISIONING' || this.status === 'STARTING' || this.status === 'RUNNING';
  }

  /** A stopped pod keeps its mount, and pays for it, unless its host was lost (billing.amounts, pod.error). */
  get #keepsMount(): boolean {
    return this.hasMachine && !this.hasLostHost && (this.status === 'EXITED' || this.status === 'ERROR');
  }

  get price(): number {
    return this.#gpuPrice + this.#diskPrice;
  }

  get #gpuPrice(): number {
    return this.holds ? gpuPrice * this.gpus : 0;
  }

  /** A network volume has a bill of its own. */
  get #diskPrice(): number {
    if (this.holds) return diskPrice * (containerDisk + this.mount);
    return this.#keepsMount ? stoppedPrice * this.mount : 0;
  }

  pass(from: number, to: number): void {
    this.meters.gpu.pass(from, to, BigInt(this.#gpuPrice));
    this.meters.disk.pass(from, to, BigInt(this.#diskPrice));
  }

  /** Whole nano-dollars until then, part by part. */
  amountsUntil(until: number): readonly [gpu: bigint, disk: bigint] {
    return [toNanoDollars(this.meters.gpu.sumUntil(until)), toNanoDollars(this.meters.disk.sumUntil(until))];
  }
}

/** Whole nano-dollars of one bill: for the GPUs of its pods, and for their disks. */
export const nanoDollarsFor = (pods: readonly Pod[]): bigint => {
  const sum = (part: 'gpu' | 'disk'): bigint => pods.reduce((all, { meters }) => all + meters[part].sumUntil(Number.MAX_SAFE_INTEGER), 0n);
  return toNanoDollars(sum('gpu')) + toNanoDollars(sum('disk'));
};
