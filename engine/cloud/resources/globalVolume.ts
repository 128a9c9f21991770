import { defineLifecycle } from '../lifecycles.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a global volume. */
type GlobalVolumeEvent =
  | {
      readonly type: 'GlobalVolumeCreated';
      readonly globalVolumeId: string;
      readonly accountId: string;
      readonly shape: GlobalVolumeShape;
    }
  | { readonly type: 'GlobalVolumeDeleted'; readonly globalVolumeId: string };

/** The properties of a global volume. It has no size: it grows with what is written. */
export interface GlobalVolumeShape {
  readonly name: string;
}

type GlobalVolumeCommand =
  | { readonly type: 'CreateGlobalVolume'; readonly accountId: string; readonly shape: GlobalVolumeShape }
  | { readonly type: 'DeleteGlobalVolume' };

/** Its life, and the rules of it. */
const globalVolumeLife: OwnedLife<GlobalVolumeCommand, GlobalVolumeEvent> = {
  created: { command: 'CreateGlobalVolume', event: 'GlobalVolumeCreated', rule: 'volume.global' },
  deleted: { command: 'DeleteGlobalVolume', event: 'GlobalVolumeDeleted', rule: 'volume.global', words: 'its owner deletes it' },
};

const globalVolumeLifecycle = defineLifecycle<GlobalVolumeEvent>()({
  id: 'globalVolume',
  initial: 'NEW',
  states: statusesOfOwned(globalVolumeLife),
});

/** The state of a global volume. */
export type GlobalVolume = Owned<GlobalVolumeShape>;

const noGlobalVolume: GlobalVolumeShape = { name: '' };

/** A global volume: storage in no data center, which GPU pods anywhere can mount, and which outlives them. */
export const globalVolumeEntity = registerOwned({
  kind: 'globalVolume',
  lifecycle: globalVolumeLifecycle,
  life: globalVolumeLife,
  blank: noGlobalVolume,
  createdBy: 'createGlobalVolume',
  example: 'gsb_g6b2v8y4h1d9mw',
});
