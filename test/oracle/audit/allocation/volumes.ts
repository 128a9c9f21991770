import type { VolumeShape } from '../../../../engine/cloud/resources/volume.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime } from '../../../../engine/kernel/time.ts';
import type { Handlers, Recount, RecountRow } from '../recount.ts';

const name = 'volumes-stay';

export const volumeRecount: RecountRow = {
  invariants: [{ name, about: 'a network volume never shrinks, and stays in its data center and of its tier' }],
  open: () => new Volumes(),
};

/** The shape of each network volume (volume.size, volume.data-center). */
class Volumes implements Recount {
  readonly #shapes = new Map<string, VolumeShape>();

  readonly on: Handlers = {
    VolumeCreated: ({ volumeId, shape }) => {
      this.#shapes.set(volumeId, shape);
    },
    VolumeUpdated: ({ volumeId, shape }, { at }) => {
      const wrong = wrongChange(this.#shapes.get(volumeId) ?? shape, shape);
      this.#shapes.set(volumeId, shape);
      return wrong === undefined ? undefined : { name, words: `${volumeId} ${wrong}, at ${formatVirtualTime(at)}` };
    },
    VolumeDeleted: ({ volumeId }) => {
      this.#shapes.delete(volumeId);
    },
  };

  dump(): ReadonlyMap<string, VolumeShape> {
    return this.#shapes;
  }

  load(dump: ReadonlyMap<string, VolumeShape>): Steps<void> {
    return fillInSteps(this.#shapes, dump);
  }
}

const wrongChange = (before: VolumeShape, { size, dataCenterId, tier }: VolumeShape): string | undefined => {
  if (size < before.size) return `has ${size} GB, and had ${before.size}`;
  if (dataCenterId !== before.dataCenterId) return `moved from ${before.dataCenterId} to ${dataCenterId}`;
  return tier === before.tier ? undefined : `is ${tier}, and was ${before.tier}`;
};
