import { defineLifecycle } from '../lifecycles.ts';
import { attach, detach, type Labeled, type LabelShape, listIds } from './label.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a tag. */
type TagEvent =
  | { readonly type: 'TagCreated'; readonly tagId: string; readonly accountId: string; readonly shape: TagShape }
  | { readonly type: 'TagUpdated'; readonly tagId: string; readonly shape: TagShape }
  | { readonly type: 'TagAttached'; readonly tagId: string; readonly resource: Labeled }
  | { readonly type: 'TagDetached'; readonly tagId: string; readonly resource: Labeled }
  | { readonly type: 'TagDeleted'; readonly tagId: string };

/** The properties of a tag. */
export interface TagShape extends LabelShape {
  readonly key: string;
  /** May be empty. */
  readonly value: string;
}

type TagCommand =
  | { readonly type: 'CreateTag'; readonly accountId: string; readonly shape: TagShape }
  | { readonly type: 'UpdateTag'; readonly shape: TagShape }
  | { readonly type: 'AttachTag'; readonly resource: Labeled }
  | { readonly type: 'DetachTag'; readonly resource: Labeled }
  | { readonly type: 'DeleteTag' };

/** Its life, and the rules of it. */
const tagLife: OwnedLife<TagCommand, TagEvent> = {
  created: { command: 'CreateTag', event: 'TagCreated', rule: 'label.tags' },
  updated: { command: 'UpdateTag', event: 'TagUpdated', rule: 'label.tags' },
  others: [
    { command: 'AttachTag', event: 'TagAttached', rule: 'label.tags', words: 'its owner attaches it to a resource' },
    { command: 'DetachTag', event: 'TagDetached', rule: 'label.tags', words: 'its owner removes it from one' },
  ],
  deleted: { command: 'DeleteTag', event: 'TagDeleted', rule: 'label.tags', words: 'its owner deletes it' },
};

const tagLifecycle = defineLifecycle<TagEvent>()({
  id: 'tag',
  initial: 'NEW',
  states: statusesOfOwned(tagLife),
});

/** The state of a tag. */
export type Tag = Owned<TagShape>;

const noTag: TagShape = { key: '', value: '', resources: [] };

/** A tag: a key and a value, shared by every resource that it is attached to. */
export const tagEntity = registerOwned({
  kind: 'tag',
  lifecycle: tagLifecycle,
  life: tagLife,
  blank: noTag,
  createdBy: 'createTag',
  example: 't4g8w2k6n1p5zs',
  changed: (shape, event) =>
    event.type === 'TagAttached' ? attach(shape, event.resource) : event.type === 'TagDetached' ? detach(shape, event.resource) : shape,
  relations: { resource: listIds },
});
