import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '../../engine/api/table.ts';
import { findRule } from '../../engine/cloud/rulebook/rules.ts';
import { answerControl } from '../../engine/control/operation.ts';
import { controlOperations, serverOperations } from '../../engine/control/table.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { FakeHost } from '../support/serving/fakeHost.ts';

test('no two operations share a name, or a method and a path', () => {
  const all = [...operations, ...controlOperations];
  const ids = all.map(({ id }) => id);
  const routes = all.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`));
  expect([new Set(ids).size, new Set(routes).size]).toStrictEqual([ids.length, routes.length]);
});

test('the control plane has these operations', () => {
  const lines = controlOperations.map(({ methods, path }) => `${methods.join()} ${path.replace('/_podsim/v1/', '')}`);
  expect(lines.sort()).toStrictEqual(
    [
      'DELETE faults',
      'DELETE faults/{id}',
      'DELETE keys/{key}',
      'DELETE worlds/{id}',
      'GET clock',
      'GET events',
      'GET explain/{entity}',
      'GET faults',
      'GET health/live',
      'GET health/ready',
      'GET info',
      'GET keys',
      'GET lifecycles',
      'GET lifecycles/{kind}',
      'GET log',
      'GET log/header',
      'GET metrics',
      'GET next',
      'GET requests',
      'GET rules',
      'GET scenario',
      'GET state',
      'GET worlds',
      'POST clock/advance',
      'POST compare',
      'POST faults',
      'POST forks',
      'POST keys',
      'POST pods/{id}/output',
      'POST requests/verify',
      'POST reset',
      'POST scenarios/run',
      'POST webhooks/{job_id}',
      'POST workers/{worker_id}/gone',
      'POST workers/{worker_id}/output',
      'POST workers/{worker_id}/return',
      'POST workers/{worker_id}/silent',
      'POST workers/{worker_id}/watch',
      'POST worlds',
      'PUT clock/policy',
      'PUT endpoints/{id}/handler',
    ].sort(),
  );
});

describe.each(controlOperations.map((row) => [row.id, row] as const))('%s', (_, row) => {
  test('belongs to the control plane, names rules of the rulebook, and describes its answer', () => {
    expect([row.api, row.path.startsWith('/_podsim/v1/')]).toStrictEqual(['control', true]);
    expect(row.rules.filter((rule) => findRule(rule) === undefined)).toStrictEqual([]);
    expect(row.rules).not.toStrictEqual([]);
    const { schema, frames, lines, status } = row.success;
    expect(status === 204).toBe(schema === undefined && lines === undefined);
    for (const one of [schema, frames, lines]) if (one !== undefined) expect(() => z.toJSONSchema(one, { io: 'output' })).not.toThrow();
    for (const one of [row.query, row.body]) if (one !== undefined) expect(() => z.toJSONSchema(one, { io: 'input' })).not.toThrow();
    expect(row.body === undefined || row.bodyMax !== undefined).toBe(true);
  });
});

const reading = serverOperations.filter(({ query, body }) => Object.keys(query?.shape ?? {}).length > 0 || body !== undefined);

describe.each(reading.map((row) => [row.id, row] as const))('%s', (_, row) => {
  const { query, body } = row;
  const desk = new FakeHost().desk();

  const parameters = Object.keys(query?.shape ?? {});
  if (parameters.length > 0)
    test('refuses a parameter that is given twice: 422', () => {
      for (const name of parameters) {
        const { status, rule } = finish(answerControl(desk, row, { params: {}, query: { [name]: ['1', '2'] } }));
        expect([name, status, rule]).toStrictEqual([name, 422, 'errors.unknown-query']);
      }
    });

  test('refuses a parameter that it has not: 422, with the nearest', () => {
    const [near = 'none'] = parameters;
    const answer = finish(answerControl(desk, row, { params: {}, query: { [`${near}x`]: '1' } }));
    expect([answer.status, answer.rule]).toStrictEqual([422, 'errors.unknown-query']);
    expect(JSON.stringify(answer.body)).toContain(
      parameters.length === 0 ? `query.nonex: there is no such parameter; there is none` : `'${near}'`,
    );
  });

  if (body !== undefined)
    test('refuses a body that could not be read: 400, 413', () => {
      const unreadable = (kind: 'malformed' | 'too-large') =>
        finish(answerControl(desk, row, { params: {}, query: {}, unreadable: { kind, detail: 'why' } })).status;
      expect([unreadable('malformed'), unreadable('too-large')]).toStrictEqual([400, 413]);
      for (const wrong of [7, 'text', [], null])
        expect(finish(answerControl(desk, row, { params: {}, query: {}, body: wrong as never })).status).toBe(422);
    });
});
