import { type LabelShape, listIds } from './label.ts';
import { type Owned, registerOwned } from './owned.ts';

/** The properties of a tag. */
export interface TagShape extends LabelShape {
  readonly key: string;
  /** May be empty. */
  readonly value: string;
}

/** The state of a tag. */
export type Tag = Owned<TagShape>;

/** A tag: a key and a value, shared by every resource that it is attached to. */
export const tagEntity = registerOwned<TagShape>()({
  kind: 'tag',
  life: {
    created: { command: 'CreateTag', event: 'TagCreated', rule: 'label.tags' },
    updated: { command: 'UpdateTag', event: 'TagUpdated', rule: 'label.tags' },
    attached: { command: 'AttachTag', event: 'TagAttached', rule: 'label.tags' },
    detached: { command: 'DetachTag', event: 'TagDetached', rule: 'label.tags' },
    deleted: { command: 'DeleteTag', event: 'TagDeleted', rule: 'label.tags', words: 'its owner deletes it' },
  },
  blank: { key: '', value: '', resources: [] },
  createdBy: 'createTag',
  example: 't4g8w2k6n1p5zs',
  relations: { resource: listIds },
});
