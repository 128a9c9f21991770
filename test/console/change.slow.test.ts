import { describe, expect, test } from 'vitest';
import { changingOperations } from '../../adapters/console/app/model/change/changes.ts';
import { type ChangeChoice, choicesFor, findChoices, listChoices } from '../../adapters/console/app/model/change/choices.ts';
import { compareCommand, dateDraft, readDraft, readTexts, writeDraft, writeTexts } from '../../adapters/console/app/model/change/draft.ts';
import { belongsToFault, describeForFault, faultForms } from '../../adapters/console/app/model/change/faults.ts';
import { chooseField, findPart, findVariant, replacePart } from '../../adapters/console/app/model/change/fields.ts';
import { listNamed } from '../../adapters/console/app/model/change/ids.ts';
import { adviseNext, placeComplaints, readRefusal } from '../../adapters/console/app/model/change/refusal.ts';
import type { SchemaNode } from '../../engine/api/reading/schemaNode.ts';
import { faultKinds } from '../../engine/cloud/fault/events.ts';
import { readCallNode, readSettingsNode } from '../../engine/compare/callSchema.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { busyLog } from './support.ts';

const log = busyLog();
const moment = { log, seq: log.length, selected: undefined };
const choices = listChoices(false);
const named = (words: string): ChangeChoice => choices.find((one) => one.words === words) ?? expect.fail(`there is no ${words}`);
const node = (act: string): SchemaNode => readCallNode(act) ?? {};
const bodyNode = (act: string): SchemaNode => node(act).properties?.['body'] ?? {};

describe('a field of a form', () => {
  test('is of the kind that its schema says', () => {
    const kinds = Object.fromEntries(
      [...Object.entries(bodyNode('createPod').properties ?? {}), ...Object.entries(bodyNode('injectFault').properties ?? {})].map(
        ([name, one]) => [name, chooseField(one).kind],
      ),
    );
    expect(kinds).toMatchObject({
      name: 'text',
      disk: 'number',
      env: 'json',
      ports: 'list',
      gpu: 'group',
      cloud: 'choice',
      startSsh: 'flag',
    });
    expect(kinds).toMatchObject({ registry: 'text', fault: 'choice', at: 'duration', window: 'group', status: 'number' });
    expect(chooseField(bodyNode('run').properties?.['input'] ?? {}).kind).toBe('json');
    expect(chooseField(bodyNode('cancel'))).toEqual({ kind: 'nothing' });
  });

  test('is there for each name in the path, too', () => {
    expect(Object.keys(node('cancel').properties ?? {})).toEqual(['endpoint', 'job', 'body']);
    expect(node('cancel').required).toEqual(['endpoint', 'job']);
    expect(node('run').required).toEqual(['endpoint', 'body']);
    expect(chooseField(node('attachTag').properties?.['resourceType'] ?? {})).toMatchObject({
      kind: 'choice',
      values: expect.arrayContaining(['POD']),
    });
  });

  test('of several forms says which its value has', () => {
    const field = chooseField(bodyNode('setHandler').properties?.['duration'] ?? {});
    const variants = field.kind === 'variants' ? field.variants : expect.fail(field.kind);
    expect(variants.map(({ name }) => name)).toEqual(expect.arrayContaining(['fixed', 'uniform', 'lognormal']));
    expect(variants[findVariant(variants, { lognormal: { median: '2s', p95: '9s' } })]?.name).toBe('lognormal');
    expect(findVariant(variants, undefined)).toBe(-1);
    const scaling = chooseField(bodyNode('createEndpoint').properties?.['scaling'] ?? {});
    const kinds = scaling.kind === 'variants' ? scaling.variants : expect.fail(scaling.kind);
    expect(kinds[findVariant(kinds, { type: 'REQUEST_COUNT', requestCount: 4 })]?.name).toBe('REQUEST_COUNT');
  });

  test('is there for every part of every operation, and of the settings', () => {
    const look = (one: SchemaNode): void => {
      const field = chooseField(one);
      if (field.kind === 'group') for (const part of field.parts) look(part.node);
      if (field.kind === 'variants') for (const variant of field.variants) look(variant.node);
      if (field.kind === 'variants') expect(new Set(field.variants.map(({ name }) => name)).size).toBe(field.variants.length);
      if (field.kind === 'list') look(field.item);
    };
    for (const { id } of changingOperations) look(node(id));
    look(readSettingsNode());
  });

  test('changes its part alone, and what is empty goes', () => {
    const value = { a: { b: 1, c: 2 }, list: ['x', 'y'] };
    expect(replacePart(value, ['a', 'b'], 3)).toEqual({ a: { b: 3, c: 2 }, list: ['x', 'y'] });
    expect(Object.keys(replacePart(value, ['a'], 4) ?? {})).toEqual(['a', 'list']);
    expect(replacePart(value, ['list', 0], undefined)).toEqual({ a: { b: 1, c: 2 }, list: ['y'] });
    expect(replacePart({ a: { b: 1 }, c: 1 }, ['a', 'b'], undefined)).toEqual({ c: 1 });
    expect(replacePart(undefined, ['a', 'b', 0], 'x')).toEqual({ a: { b: ['x'] } });
    expect(findPart(value, ['list', 1])).toBe('y');
    expect(findPart(value, ['a', 'b', 'c'])).toBeUndefined();
  });

  test('that names something offers what there is', () => {
    const state = log.stateAt(log.length);
    expect(listNamed(state, ['endpoint'])).toEqual([...state.all('endpoint')].map(({ id }) => id));
    expect(listNamed(state, ['body', 'match', 'worker'])).toEqual([...state.all('worker')].slice(0, 300).map(({ id }) => id));
    expect(listNamed(state, ['body', 'gpu', 'id'])).toEqual([...state.placements.hosts.gpuTypeIds]);
    expect(listNamed(state, ['body', 'dataCenterIds', 0])).toEqual(state.placements.hosts.centers);
    expect(listNamed(state, ['body', 'templateId'])).toEqual([...state.all('template')].map(({ id }) => id));
    expect(listNamed(state, ['body', 'name'])).toBeUndefined();
  });
});

describe('what could be done', () => {
  test('has each kind of fault, and each operation that changes something', () => {
    expect(new Set(faultForms.map(({ fault }) => fault))).toEqual(new Set(faultKinds));
    const calls = choices.filter(({ group }) => group === 'call').map(({ name }) => name);
    expect([...calls, 'injectFault'].sort()).toEqual(changingOperations.map(({ id }) => id).sort());
    expect(calls).not.toContain('listGpuTypes');
  });

  test('is found by its words and by its name', () => {
    const first = (text: string): string | undefined => findChoices(choices, text)[0]?.words;
    expect(first('crash a worker')).toBe('Crash a worker');
    expect(first('stock gone')).toBe('Stock is gone: no host has the GPU');
    expect(first('throttle')).toBe('Throttle the workers of an endpoint');
    expect(first('webhooks')).toBe('Webhooks fail');
    expect(first('updateEndpoint')).toBe('Change a serverless endpoint');
    expect(findChoices(choices, 'frobnicate')).toEqual([]);
    expect(listChoices(true).map(({ words }) => words)).not.toContain('Webhooks fail');
  });

  test('begins with a change that can be read, as it is written', () => {
    for (const choice of choices) {
      const draft = choice.begin(moment);
      expect([choice.words, readDraft(writeDraft(draft))]).toEqual([choice.words, { draft }]);
    }
  });

  test('is filled in with what is selected', () => {
    const state = log.stateAt(log.length);
    const worker = [...state.all('worker')].at(-1) ?? expect.fail('no worker');
    const other = [...state.all('endpoint')].at(-1)?.id ?? expect.fail('no endpoint');
    const at = { ...moment, selected: worker.id };
    expect(named('Crash a worker').begin(at).with).toMatchObject({ body: { match: { worker: worker.id } } });
    expect(named('Throttle the workers of an endpoint').begin(at).with).toMatchObject({ body: { match: { endpoint: worker.endpointId } } });
    expect(named('Remove all waiting jobs').begin(at).with).toMatchObject({ endpoint: worker.endpointId });
    expect(named('Change a serverless endpoint').begin({ ...moment, selected: other }).with).toMatchObject({ endpoint: other });
  });

  test('to an entity is what it allows', () => {
    expect(choicesFor({ ...moment, selected: 'no-such' })).toEqual([]);
    expect(choicesFor({ ...moment, selected: 'ep-a' }).map(({ name }) => name)).toContain('purgeQueue');
  });
});

describe('the form of a fault', () => {
  test('has what belongs to its kind alone', () => {
    expect(belongsToFault('worker-crash', ['match', 'worker'])).toBe(true);
    expect(belongsToFault('host-failure', ['match', 'worker'])).toBe(false);
    expect(['at', 'delay', 'status', 'answer'].filter((part) => belongsToFault('worker-crash', [part]))).toEqual(['at']);
    expect(['at', 'delay', 'status', 'answer', 'limit'].filter((part) => belongsToFault('api-error', [part]))).toEqual(['status', 'limit']);
  });

  test('says of a part what concerns its kind', () => {
    const delay = bodyNode('injectFault').properties?.['delay']?.description ?? '';
    expect(describeForFault('list-lag', delay)).toBe('how old a resource must be to be shown');
    expect(describeForFault('quota-cut', 'worker-crash, quota-cut: strike once, at this time')).toBe('strike once, at this time');
    expect(describeForFault('worker-crash', 'The most strikes it may make')).toBe('The most strikes it may make');
  });
});

describe('a change as text', () => {
  test('has a dollar of a field twice, and gives it back', () => {
    const value = { prompt: 'costs $5, $$ and $job', list: ['$'] };
    expect(writeTexts(value)).toEqual({ prompt: 'costs $$5, $$$$ and $$job', list: ['$$'] });
    expect(readTexts(writeTexts(value))).toEqual(value);
  });

  test('that cannot be read says where', () => {
    expect(readDraft('act: rum\n')).toEqual({ problem: expect.stringMatching(/^1:6 act: /) });
    expect(readDraft('act: run\nwith: {\n')).toEqual({ problem: expect.stringMatching(/^[23]:\d+ /) });
  });

  test('is measured by a command that has all of it', () => {
    const text = dateDraft({ act: 'run', with: { endpoint: 'ep-a', body: { input: { prompt: "it's" } } } }, 1_500 as VirtualTime);
    expect(compareCommand('a.scenario.yaml', text)).toBe(
      `printf %s '{"at":"1s500ms","act":"run","with":{"endpoint":"ep-a","body":{"input":{"prompt":"it'\\''s"}}}}' > change.yaml && podsim log compare a.scenario.yaml --change change.yaml`,
    );
  });
});

describe('a refusal', () => {
  const refusal = (status: number, errors: readonly string[], detail = '') => ({ status, rule: undefined, detail, errors });

  test('is shown at the field that it is about', () => {
    const errors = ['$.match.worker: there is no …', '$.list[2].a: no', "$.gpu: missing property 'id'", 'query.limit: no', 'other'];
    expect(placeComplaints(refusal(422, errors), []).map(({ path }) => path)).toEqual([
      ['body', 'match', 'worker'],
      ['body', 'list', 2, 'a'],
      ['body', 'gpu', 'id'],
      ['query', 'limit'],
      [],
    ]);
    expect(placeComplaints(refusal(404, [], 'Job not found'), ['endpoint', 'job'])).toEqual([{ path: ['job'], words: 'Job not found' }]);
    expect(placeComplaints(refusal(409, [], 'it is COMPLETED'), ['job'])).toEqual([]);
  });

  test('is read from an answer, whatever that is', () => {
    expect(readRefusal(200, undefined, '{}')).toBeUndefined();
    expect(readRefusal(422, 'a.rule', '{"detail":"no","errors":["$.a: b"]}')).toEqual({
      status: 422,
      rule: 'a.rule',
      detail: 'no',
      errors: ['$.a: b'],
    });
    expect(readRefusal(502, undefined, '<html>')).toMatchObject({ detail: '<html>', errors: [] });
  });

  test('says what to do next', () => {
    const words = [400, 401, 404, 409, 429, 503].map((status) => adviseNext(refusal(status, [])));
    expect(new Set(words).size).toBe(6);
  });
});
