import { chain, type Either, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { showTemplateTo } from '../../cloud/resources/template.ts';
import { pageQuery } from '../contract/parts/pages.ts';
import { createTemplateRequest, templateList, templateResource, updateTemplateRequest } from '../contract/template.ts';
import { launchContradiction } from './pod/launch.ts';
import { createEntity, resource } from './resource.ts';
import { patchTemplate, templateShape, templateView } from './templateShape.ts';

const templates = resource({
  kind: 'template',
  path: '/v2/templates',
  group: 'templates',
  schema: templateResource,
  listed: 'templates',
  list: templateList,
  view: ({ settings }, template, { accountId }) => templateView(showTemplateTo(template, accountId), settings),
});

/** GET /v2/templates: the account's own, without the public ones of others. */
export const listTemplates = templates.list({
  id: 'listTemplates',
  summary: 'List templates',
  query: pageQuery,
  rules: ['template.list', 'list.pages'],
});

/** POST /v2/templates: container settings from which pods and endpoints can be made. */
export const createTemplate = templates.create({
  id: 'createTemplate',
  summary: 'Create a template',
  body: createTemplateRequest,
  rules: ['template.defaults', 'mounts.extra', 'container.fields', 'container.registry', 'container.launch'],
  contradiction: launchContradiction,
  refersTo: ({ registry }) => ({ registry }),
  run: (sim, { accountId, body, inputKey }) => {
    const shape = templateShape(body, sim.settings.pod.diskDefault);
    return createEntity(sim, 'template', inputKey(), { type: 'CreateTemplate', accountId, shape });
  },
});

/** GET /v2/templates/{id}: the account's own template, or any public one. */
export const getTemplate = templates.read({ id: 'getTemplate', summary: 'Read a template', rules: ['template.list'] });

/** PATCH /v2/templates/{id}: resources made from it do not change (pod.template, endpoint.template-merge). */
export const updateTemplate = templates.update({
  id: 'updateTemplate',
  summary: 'Change a template',
  body: updateTemplateRequest,
  rules: ['template.defaults', 'mounts.extra', 'container.registry', 'pod.template', 'endpoint.template-merge', 'container.launch'],
  contradiction: launchContradiction,
  refersTo: ({ registry }) => ({ registry }),
  run: (sim, { template, body }) =>
    sim.dispatch('template', template.id, { type: 'UpdateTemplate', shape: patchTemplate(template.shape, body) }),
});

/** DELETE /v2/templates/{id}: refused while a pod or an endpoint made from it exists. */
export const deleteTemplate = templates.delete({
  id: 'deleteTemplate',
  summary: 'Delete a template',
  refuses: [400],
  rules: ['template.delete-used'],
  run: (sim, { template: { id } }) =>
    pipe(
      checkUnused(sim, id),
      chain(() => sim.dispatch('template', id, { type: 'DeleteTemplate' })),
    ),
});

/** Other accounts may use a public template, too. Their resources also prevent its deletion, and are not named. */
const checkUnused = (sim: SimulationContext, id: string): Either<Rejection, void> => {
  const pods = sim.state.countRelated('pod', 'template', id);
  const endpoints = sim.state.countRelated('endpoint', 'template', id);
  if (pods + endpoints === 0) return right(undefined);
  const detail = `template ${id} is in use: pods ${pods}, endpoints ${endpoints}; terminate or delete them first`;
  return left({ kind: 'contradictory', rule: 'template.delete-used', detail });
};
