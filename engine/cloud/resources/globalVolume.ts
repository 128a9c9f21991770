import { type Owned, registerOwned } from './owned.ts';

/** The properties of a global volume. It has no size: it grows with what is written. */
export interface GlobalVolumeShape {
  readonly name: string;
}

/** The state of a global volume. */
export type GlobalVolume = Owned<GlobalVolumeShape>;

/** A global volume: storage in no data center, which GPU pods anywhere can mount, and which outlives them. */
export const globalVolumeEntity = registerOwned<GlobalVolumeShape>()({
  kind: 'globalVolume',
  life: {
    created: { command: 'CreateGlobalVolume', event: 'GlobalVolumeCreated', rule: 'volume.global' },
    deleted: { command: 'DeleteGlobalVolume', event: 'GlobalVolumeDeleted', rule: 'volume.global', words: 'its owner deletes it' },
  },
  blank: { name: '' },
  createdBy: 'createGlobalVolume',
  example: 'gsb_g6b2v8y4h1d9mw',
});
