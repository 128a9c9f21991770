/** Nano-dollars a month of 720 hours: of a GPU at $0.69 an hour, of a GB of disk, and of a GB of the mount of a pod that is stopped. */
export const month = 720;
export const gpuPrice = 690_000_000 * month;
const diskPrice = 100_000_000;
const stoppedPrice = 200_000_000;
/** GB that each container has. */
const containerDisk = 20;

export type PodStatus = 'PROVISIONING' | 'STARTING' | 'RUNNING' | 'EXITED' | 'ERROR' | 'TERMINATED';

/** A pod, or a member of a cluster. */
export class Pod {
  readonly name: string;
  readonly gpus: number;
  readonly mount: number;
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
  heldFor = 0;
  /** How long its machine kept its mount while it held no GPU. */
  keptFor = 0;
  /** The same as times: in each it held GPUs, or kept a mount. */
  readonly spans: { readonly from: number; readonly to: number; readonly holds: boolean }[] = [];

  constructor(name: string, { gpus, mount, image }: Pick<Pod, 'gpus' | 'mount' | 'image'>, host: number) {
    this.name = name;
    this.gpus = gpus;
    this.mount = mount;
    this.image = image;
    this.host = host;
  }

  /** Whether it holds its GPUs, and is paid for (pod.cost). */
  get holds(): boolean {
    return this.status === 'PROVISIONING' || this.status === 'STARTING' || this.status === 'RUNNING';
  }

  get price(): number {
    return this.holds ? gpuPrice * this.gpus + this.diskPrice : 0;
  }

  get diskPrice(): number {
    return diskPrice * (containerDisk + this.mount);
  }

  /** A stopped pod keeps its mount, and pays for it, unless its host was lost (billing.amounts, pod.error). */
  get keepsMount(): boolean {
    return this.hasMachine && !this.hasLostHost && (this.status === 'EXITED' || this.status === 'ERROR');
  }
}

/** Whole nano-dollars of one bill: for the GPUs of its pods, and for their disks. */
export const nanoDollarsFor = (pods: readonly Pod[]): bigint => {
  const monthMs = 3_600_000n * BigInt(month);
  const times = (price: number, ms: number): bigint => BigInt(price) * BigInt(ms);
  const gpus = pods.reduce((sum, { gpus, heldFor }) => sum + times(gpuPrice * gpus, heldFor), 0n);
  const disks = pods.reduce((sum, pod) => sum + times(pod.diskPrice, pod.heldFor) + times(stoppedPrice * pod.mount, pod.keptFor), 0n);
  return gpus / monthMs + disks / monthMs;
};

/** What a pod has cost until then, part by part: its GPUs, and its disk. */
export const nanoDollarsUntil = (pod: Pod, until: number): { readonly gpu: bigint; readonly disk: bigint } => {
  const monthMs = 3_600_000n * BigInt(month);
  const lasted = (holds: boolean): bigint =>
    BigInt(
      pod.spans.filter((span) => span.holds === holds).reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - from), 0),
    );
  const disk = BigInt(pod.diskPrice) * lasted(true) + BigInt(stoppedPrice * pod.mount) * lasted(false);
  return { gpu: (BigInt(gpuPrice * pod.gpus) * lasted(true)) / monthMs, disk: disk / monthMs };
};
