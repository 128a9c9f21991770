import type { Tag } from '../../cloud/resources/tag.ts';
import { createTagRequest, readLabeled, tagList, tagResource, updateTagRequest } from '../contract/account/label.ts';
import { pageQuery } from '../contract/parts/pages.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { attachments, distinct } from './labels.ts';
import { createEntity, resource } from './resource.ts';

const tags = resource({
  kind: 'tag',
  path: '/v2/tags',
  since: 'tags',
  group: 'account',
  schema: tagResource,
  listed: 'tags',
  list: tagList,
  view: (_sim, tag) => tagView(tag),
});

const attached = attachments('tag', '/v2/tags', {
  since: 'tags',
  rule: 'label.tags',
  change: (sim, id, one, how) => sim.dispatch('tag', id, { type: how === 'attach' ? 'AttachTag' : 'DetachTag', resource: one }),
});

/** GET /v2/tags: the account's tags. */
export const listTags = tags.list({
  id: 'listTags',
  summary: 'List tags',
  query: pageQuery,
  rules: ['auth.tenancy', 'list.pages', 'label.tags'],
});

/** POST /v2/tags: creates a tag with a key and a value. The body may attach it to resources at once. */
export const createTag = tags.create({
  id: 'createTag',
  summary: 'Create a tag',
  body: createTagRequest,
  rules: ['auth.tenancy', 'label.tags'],
  refersTo: ({ resources = [] }) => ({ labeled: resources.map(readLabeled) }),
  run: (sim, { accountId, body: { key, value, resources = [] }, inputKey }) => {
    const shape = { key: key.trim(), value, resources: distinct(resources.map(readLabeled)) };
    return createEntity(sim, 'tag', inputKey(), { type: 'CreateTag', accountId, shape });
  },
});

/** GET /v2/tags/{id}: one tag. */
export const getTag = tags.read({ id: 'getTag', summary: 'Read a tag', rules: ['auth.tenancy'] });

/** PATCH /v2/tags/{id}: another key or value, for everything that it is attached to. */
export const updateTag = tags.update({
  id: 'updateTag',
  summary: 'Change a tag',
  body: updateTagRequest,
  rules: ['label.tags'],
  run: (sim, { tag: { id, shape }, body }) => {
    const { key = shape.key, value = shape.value } = body;
    return sim.dispatch('tag', id, { type: 'UpdateTag', shape: { ...shape, key: key.trim(), value } });
  },
});

/** DELETE /v2/tags/{id}: removes it from its resources. */
export const deleteTag = tags.delete({
  id: 'deleteTag',
  summary: 'Delete a tag',
  rules: ['label.tags'],
  run: (sim, { tag: { id } }) => sim.dispatch('tag', id, { type: 'DeleteTag' }),
});

/** GET /v2/tags/{id}/resources: lists its resources. */
export const listTagResources = attached.list('listTagResources', 'List what a tag is attached to');

/** PUT /v2/tags/{id}/resources/{resourceType}/{resourceId}. */
export const attachTag = attached.attach('attachTag', 'Attach a tag to a resource');

/** DELETE of the same. */
export const detachTag = attached.detach('detachTag', 'Remove a tag from a resource');

/** The tag resource. */
const tagView = ({ id, shape: { key, value } }: Tag): Resource<typeof tagResource> => ({ id, key, value });
