import { describe, expect, test } from 'vitest';
import { completionsAt } from '../../engine/scenario/editor/completion.ts';
import { scenarioJsonSchema } from '../../engine/scenario/editor/editorSchema.ts';

const schema = scenarioJsonSchema();

/** The labels at `|`, and the word that they replace. */
const at = (marked: string) => {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, options } = completionsAt(text, offset, schema);
  return { word: text.slice(from, offset), labels: options.map(({ label }) => label) };
};

const world = `title: a
world:
  endpoints:
    - id: ep-a
      workers: { min: 0, max: 1 }
`;

describe('completion of a scenario', () => {
  test('gives the keys of the file that are not there yet', () => {
    const { labels } = at('title: a\nst|\n');
    expect(labels).toEqual(expect.arrayContaining(['seed', 'steps', 'world', 'assert']));
    expect(labels).not.toContain('title');
  });

  test('gives the keys of a mapping in braces and in lines', () => {
    expect(at('world:\n  endpoints:\n    - id: a\n      workers: { m| }').labels).toEqual(expect.arrayContaining(['min', 'max']));
    expect(at('world:\n  endpoints:\n    - id: a\n      |\n').labels).toEqual(expect.arrayContaining(['workers', 'handler', 'scaling']));
    expect(at('world:\n  endpoints:\n    - |').labels).toContain('id');
    expect(at('properties:\n  - |').labels).toEqual(
      expect.arrayContaining(['always', 'never', 'sometimes', 'reachable', 'within', 'settles']),
    );
    expect(at(`${world}properties:\n  - { never: JobFailed, of: | }`).labels).toContain('ep-a');
  });

  test('gives of the keys of a call those that its operation looks at, also in empty braces', () => {
    expect(at(`${world}steps:\n  - act: health\n    with: { | }`).labels).toStrictEqual(['endpoint', 'headers']);
    expect(at(`${world}steps:\n  - act: status\n    with: {|}`).labels).toStrictEqual(['endpoint', 'job', 'query', 'headers']);
    expect(at(`${world}load:\n  - with: { | }`).labels).toStrictEqual(['endpoint', 'headers', 'body', 'handler']);
    expect(at(`${world}steps:\n  - act: nosuch\n    with: { | }`).labels.length).toBeGreaterThan(20);
  });

  test('gives operations, event types and other words of a list', () => {
    expect(at(`${world}steps:\n  - act: ca|`)).toMatchObject({ word: 'ca', labels: expect.arrayContaining(['cancel', 'run']) });
    expect(at('assert:\n  - { never: Job| }').labels).toEqual(expect.arrayContaining(['JobFailed']));
    expect(at('assert:\n  - sequence: [JobQueued, Job|]').labels).toEqual(expect.arrayContaining(['JobStarted']));
    expect(at('assert:\n  - sequence:\n      - Job|').labels).toEqual(expect.arrayContaining(['JobStarted']));
    expect(at('properties:\n  - { never: Job| }').labels).toEqual(expect.arrayContaining(['JobFailed']));
    expect(at('properties:\n  - reachable: [JobQueued, Job|]').labels).toEqual(expect.arrayContaining(['JobStarted']));
    expect(at('properties:\n  - always: { count: w| }').labels).toEqual(expect.arrayContaining(['worker', 'WorkerReady']));
    expect(at('invariants: |').labels).toEqual(expect.arrayContaining(['all', 'none']));
  });

  test('gives the keys that go with those that are there', () => {
    expect(at('assert:\n  - { count: JobQueued, | }').labels.sort()).toEqual(['is', 'of', 'where']);
  });

  test('gives the body that the operation of the step takes', () => {
    const call = (act: string) => at(`${world}steps:\n  - act: ${act}\n    with: { endpoint: ep-a, body: { | } }`).labels;
    expect(call('run')).toEqual(expect.arrayContaining(['input', 'policy']));
    expect(call('updateEndpoint')).toEqual(expect.arrayContaining(['workers', 'image']));
    expect(call('run')).not.toContain('image');
  });

  test('gives the names of the file, where a call or an assertion names something', () => {
    const steps = 'steps:\n  - act: run\n    save: { job: id }\n';
    expect(at(`${world}${steps}  - act: cancel\n    with: { endpoint: | }`).labels).toEqual(['ep-a', '$job']);
    expect(at(`${world}${steps}  - act: cancel\n    with: { endpoint: ep-a, job: $j| }`)).toMatchObject({
      word: '$j',
      labels: ['ep-a', '$job'],
    });
    expect(at(`${world}${steps}assert:\n  - { never: JobFailed, of: | }`).labels).toEqual(['ep-a', '$job']);
  });

  test('gives nothing in a comment, in a text that is no YAML, or beyond the schema', () => {
    expect(at('# st|').labels).toEqual([]);
    expect(at('steps: ]]]{{ |').labels).toEqual([]);
    expect(at('nonsense: { | }').labels).toEqual([]);
    expect(at(`a: ${'['.repeat(100_000)}|`).labels).toEqual([]);
  });
});
