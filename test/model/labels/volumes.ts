interface Volume {
  readonly name: string;
  readonly at: number;
  size: number;
  isDeleted: boolean;
}

export type VolumeAct = { readonly at: number } & (
  | { readonly do: 'create-volume'; readonly size: number }
  | { readonly do: 'resize-volume'; readonly volume: number; readonly size: number }
  | { readonly do: 'get-volume'; readonly volume: number }
  | { readonly do: 'delete-volume'; readonly volume: number }
  | { readonly do: 'volumes' }
);

/** Network volumes of one account: 10 to 4096 GB; they only grow (volume.size). */
export class Volumes {
  readonly #volumes: Volume[] = [];

  answer(act: VolumeAct): string {
    if (act.do === 'create-volume') return this.#create(act.at, act.size);
    if (act.do === 'volumes')
      return `200 ${this.#volumes
        .filter(({ isDeleted }) => !isDeleted)
        .map(describe)
        .join(', ')}`;
    const volume = this.#volumes[act.volume];
    if (volume === undefined || volume.isDeleted) return '404';
    if (act.do === 'delete-volume') {
      volume.isDeleted = true;
      return '204';
    }
    if (act.do === 'resize-volume' && act.size < 10) return '422 volume.size';
    if (act.do === 'resize-volume' && act.size < volume.size) return '400 volume.size';
    if (act.do === 'resize-volume') volume.size = act.size;
    return `200 ${describe(volume)}`;
  }

  /** When it was created; undefined if it is not there. */
  bornAt(number: number): number | undefined {
    const volume = this.#volumes[number];
    return volume?.isDeleted === false ? volume.at : undefined;
  }

  #create(at: number, size: number): string {
    if (size < 10) return '422 volume.size';
    const volume: Volume = { name: `volume-${this.#volumes.length}`, at, size, isDeleted: false };
    this.#volumes.push(volume);
    return `201 ${describe(volume)}`;
  }
}

const describe = ({ name, size }: Volume): string => `${name} ${size}`;
