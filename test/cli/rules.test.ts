import { describe, expect, test } from 'vitest';
import { entities, kinds } from '../../engine/entities.ts';
import { rules } from '../../engine/rules.ts';
import { podsim, podsimProcess } from '../support/commandLine.ts';

describe('rules', () => {
  test('lists every rule, with what it says and rests on', () => {
    const lines = podsim('rules').out.trimEnd().split('\n');
    expect(lines).toHaveLength(rules.length);
    expect(lines).toContainEqual(expect.stringMatching(/^job\.retry +FAILED or TIMED_OUT, .* \[interface\]$/));
  });

  test.each(rules.slice(0, 3).map(({ id, text, source }) => ({ id, text, source })))('shows $id', ({ id, text, source }) => {
    expect(podsim('rules', id)).toStrictEqual({ code: 0, out: `${id}\n  ${text}\n  source: ${source}\n`, err: '' });
  });

  test.each(kinds)('shows the lifecycle of %s, as a table and as a diagram', (kind) => {
    const table = podsim('rules', kind).out;
    for (const { status, event } of [...entities[kind].lifecycle.statuses, ...entities[kind].lifecycle.rows] as {
      status?: string;
      event?: string;
    }[])
      expect(table).toContain(status ?? event ?? '');
    const diagram = podsim('rules', kind, '--mermaid').out;
    expect(diagram).toMatch(/^stateDiagram-v2\n(?: {2}\S+ --> \S+.*\n)+$/);
    // In the bundle, machines are replaced by the tables made from them.
    expect(podsimProcess(['rules', kind]).out).toBe(table);
    expect(podsimProcess(['rules', kind, '--mermaid']).out).toBe(diagram);
  });
});

test('schema prints the schema that editors use', () => {
  expect(JSON.parse(podsim('schema').out)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', required: ['title'] });
});
