import { type Billed, Meter, toNanoDollars } from '../bills/meter.ts';
import type { Ground } from '../ground.ts';
import type { Tier, VolumeAct } from './plan.ts';

export interface Volume {
  readonly name: string;
  /** When it was created. */
  readonly at: number;
  readonly center: string;
  readonly tier: Tier;
  readonly meter: Meter;
  size: number;
  isDeleted: boolean;
}

/** Nano-dollars a month for a GB: up to a terabyte, beyond it, and of a fast one (billing.volume-rates). */
const standardPrice = 70_000_000;
const beyondPrice = 50_000_000;
const fastPrice = 70_000_000;
const terabyte = 1_000;

/** Where no volume can be (volume.data-center). */
const withoutStorage = ['CA-MTL-1', 'nowhere'];

/** The network volumes of one account, after the rulebook. */
export class Volumes {
  readonly all: Volume[] = [];
  readonly #ground: Ground;
  /** Each lists the volumes that it has, by their numbers. */
  readonly #users: (() => readonly (number | null)[])[] = [];

  constructor(ground: Ground) {
    this.#ground = ground;
    ground.whenPassing((to) => {
      for (const one of this.all) if (!one.isDeleted) one.meter.pass(ground.now, to, findPrice(one));
    });
  }

  /** Pods, even stopped ones, and endpoints have volumes. */
  addUser(list: () => readonly (number | null)[]): void {
    this.#users.push(list);
  }

  /** One that is there. */
  find(volume: number): Volume | undefined {
    const one = this.all[volume];
    return one?.isDeleted === false ? one : undefined;
  }

  /** Each is billed from its creation until it is deleted. */
  get billed(): readonly Billed[] {
    return this.all.map(({ name, tier, meter }) => ({
      name,
      amountsUntil: (until: number) => {
        const amount = toNanoDollars(meter.sumUntil(until));
        return tier === 'STANDARD' ? [amount, 0n] : [0n, amount];
      },
    }));
  }

  answer(act: Exclude<VolumeAct, { readonly do: 'bill-all' | 'bill-pages' | 'bill-next' }>): string {
    if (act.do === 'create-volume') return this.#create(act);
    if (act.do === 'volumes')
      return `200 ${this.all
        .filter(({ isDeleted }) => !isDeleted)
        .map(describe)
        .join(', ')}`;
    const volume = this.find(act.volume);
    if (volume === undefined) return '404';
    if (act.do === 'delete-volume') return this.#delete(act.volume, volume);
    return act.do === 'resize-volume' ? resize(volume, act.size) : `200 ${describe(volume)}`;
  }

  /** 10 to 4096 GB (volume.size). */
  #create({ size, center, tier }: VolumeAct & { readonly do: 'create-volume' }): string {
    if (!isOfSize(size)) return '422 volume.size';
    if (withoutStorage.includes(center)) return '400 volume.data-center';
    const name = `volume-${this.all.length}`;
    const volume: Volume = { name, at: this.#ground.now, center, tier: tier ?? 'STANDARD', meter: new Meter(), size, isDeleted: false };
    this.all.push(volume);
    return `201 ${describe(volume)}`;
  }

  #delete(number: number, volume: Volume): string {
    if (this.#users.some((list) => list().includes(number))) return '400 volume.delete-attached';
    volume.isDeleted = true;
    return '204';
  }
}

/** It only grows (volume.size). */
const resize = (volume: Volume, size: number): string => {
  if (!isOfSize(size)) return '422 volume.size';
  if (size < volume.size) return '400 volume.size';
  volume.size = size;
  return `200 ${describe(volume)}`;
};

const isOfSize = (size: number): boolean => size >= 10 && size <= 4_096;

const findPrice = ({ tier, size }: Volume): bigint => {
  if (tier === 'HIGH_PERFORMANCE') return BigInt(fastPrice * size);
  return BigInt(standardPrice * Math.min(size, terabyte) + beyondPrice * Math.max(0, size - terabyte));
};

const describe = ({ name, size, center, tier }: Volume): string => `${name} ${size} in ${center} ${tier}`;
