import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../kernel/decider.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import { createTemplateRequest, templateList, templateResource, updateTemplateRequest } from '../contract/template.ts';
import { operation } from '../operation.ts';
import { patchTemplate, templateShape, templateView } from './templateShape.ts';

/** GET /v2/templates: the account's own, without the public ones of others. */
export const listTemplates = operation({
  id: 'listTemplates',
  api: 'management',
  methods: ['GET'],
  path: '/v2/templates',
  summary: 'List templates',
  permission: { group: 'templates', level: 'read' },
  success: { status: 200, schema: templateList },
  rules: ['template.list'],
  *run(sim, { accountId }) {
    const templates = yield* mapInSteps(sim.state.related('template', 'account', accountId), templateView);
    return right({ answer: { status: 200, body: { templates } } });
  },
});

/** POST /v2/templates: container settings from which pods and endpoints can be made. */
export const createTemplate = operation({
  id: 'createTemplate',
  api: 'management',
  methods: ['POST'],
  path: '/v2/templates',
  summary: 'Create a template',
  permission: { group: 'templates', level: 'write' },
  body: createTemplateRequest,
  bodyMax: 'body',
  success: { status: 201, schema: templateResource },
  rules: ['template.defaults', 'mounts.extra', 'container.fields', 'container.registry'],
  refersTo: ({ registry }) => ({ registry }),
  run: (sim, { accountId, body, inputKey }) => {
    const id = sim.shortId(keyText('template', inputKey()));
    const shape = templateShape(body, sim.settings.pod.diskDefault);
    const created = sim.dispatch('template', id, { type: 'CreateTemplate', accountId, shape });
    return isLeft(created) ? created : right({ answer: { status: 201, body: view(sim, id) } });
  },
});

/** GET /v2/templates/{id}: the account's own template, or any public one. */
export const getTemplate = operation({
  id: 'getTemplate',
  api: 'management',
  methods: ['GET'],
  path: '/v2/templates/{id}',
  resolves: { id: 'template' },
  summary: 'Read a template',
  permission: { group: 'templates', level: 'read' },
  success: { status: 200, schema: templateResource },
  rules: ['template.list'],
  run: (_world, { template }) => right({ answer: { status: 200, body: templateView(template) } }),
});

/** PATCH /v2/templates/{id}: what was made from it does not change (pod.template, endpoint.template-merge). */
export const updateTemplate = operation({
  id: 'updateTemplate',
  api: 'management',
  methods: ['PATCH'],
  path: '/v2/templates/{id}',
  resolves: { id: 'template' },
  summary: 'Change a template',
  permission: { group: 'templates', level: 'write' },
  body: updateTemplateRequest,
  bodyMax: 'body',
  success: { status: 200, schema: templateResource },
  rules: ['template.defaults', 'mounts.extra', 'container.registry', 'pod.template', 'endpoint.template-merge'],
  refersTo: ({ registry }) => ({ registry }),
  run: (sim, { template, body }) => {
    const updated = sim.dispatch('template', template.id, { type: 'UpdateTemplate', shape: patchTemplate(template.shape, body) });
    return isLeft(updated) ? updated : right({ answer: { status: 200, body: view(sim, template.id) } });
  },
});

/** DELETE /v2/templates/{id}: refused while a pod or an endpoint made from it exists. */
export const deleteTemplate = operation({
  id: 'deleteTemplate',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/templates/{id}',
  resolves: { id: 'template' },
  summary: 'Delete a template',
  permission: { group: 'templates', level: 'write' },
  success: { status: 204 },
  refuses: [400],
  rules: ['template.delete-used'],
  run: (sim, { template }) => {
    const unused = unusedTemplate(sim, template.id);
    if (isLeft(unused)) return unused;
    const deleted = sim.dispatch('template', template.id, { type: 'DeleteTemplate' });
    return isLeft(deleted) ? deleted : right({ answer: { status: 204 } });
  },
});

/** Other accounts may use a public template, too. Their resources also prevent its deletion, and are not named. */
const unusedTemplate = (sim: SimulationContext, id: string): Either<Rejection, void> => {
  const pods = sim.state.countRelated('pod', 'template', id);
  const endpoints = sim.state.countRelated('endpoint', 'template', id);
  if (pods + endpoints === 0) return right(undefined);
  const detail = `template ${id} is in use: pods ${pods}, endpoints ${endpoints}; terminate or delete them first`;
  return left({ kind: 'contradictory', rule: 'template.delete-used', detail });
};

const view = (sim: SimulationContext, id: string) => {
  const template = sim.find('template', id);
  invariant(template !== undefined, () => `template ${id} has just been written`);
  return templateView(template);
};
