import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateNames } from '../../adapters/cli/write/templates.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { LanguageServer } from '../support/languageServer.ts';

const folder = new Folder();

/** What `podsim new` writes: its first line names the schema to editors. */
const made = async (template: string): Promise<string> => {
  const { code, out } = await podsim('new', folder.at(template), '--template', template);
  expect(code).toBe(0);
  return readFileSync(out.split(' written;')[0] ?? '', 'utf8');
};

describe('an editor with the YAML language server, in a file that podsim new wrote', () => {
  let server: LanguageServer;
  const files = new Map<string, string>();

  beforeAll(async () => {
    server = await LanguageServer.start();
    for (const template of templateNames) files.set(template, await made(template));
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });

  const diagnose = (text: string) => server.diagnose(folder.path, text);
  const file = (template: string): string => files.get(template) ?? '';

  test.each(templateNames)('finds nothing wrong with the template %s', async (template) => {
    expect(file(template)).toContain('# yaml-language-server: $schema=');
    expect(await diagnose(file(template))).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['an unknown key',               'job',    'endpoints:',          'endpiont:',          'endpiont'],
    ['an unknown operation',         'job',    'act: run',            'act: rum',           'Value is not accepted'],
    ['a field of no operation',      'pod',    'image: ',             'imge: ',             'imge'],
    ['an unknown event',             'job',    'JobStarted',          'JobStartd',          'Value is not accepted'],
    ['a number for a text',          'load',   'title: An',           'title: 5 #',         'Incorrect type'],
    ['an unknown rule in a lesson',  'lesson', 'rules: [job.start,',  'rules: [job.fly,',   'Value is not accepted'],
    ['a body of a solution',         'lesson', 'min: ',               'mim: ',              'mim'],
    ['an unknown key of a study',    'study',  'vary:',               'very:',              'very'],
    ['a condition that is none',     'job',    'job $job is COMPLETED', 'the job is done',  'cannot be read; write it like one of: job \\$job is FAILED'],
    ['a duration without a unit',    'job',    'within: 5m',          "within: '5'",        'must be a duration such as 500ms'],
  ])('says on its line that there is %s', async (_, template, right, wrong, words) => {
    const text = file(template);
    const at = text.indexOf(right);
    expect(at).toBeGreaterThan(-1);
    const line = text.slice(0, at).split('\n').length;
    const found = await diagnose(text.slice(0, at) + wrong + text.slice(at + right.length));
    expect(found.map(({ line, message }) => `${line}: ${message}`).join('\n')).toMatch(new RegExp(`^${line}: .*${words}`, 'm'));
  });

  // biome-ignore format: a table
  test.each([
    ['the parts of a scenario',     'job',    'title: x\n|',                                                                 ['world', 'steps', 'load', 'assert', 'properties']],
    ['the parts of a world',        'job',    'title: x\nworld:\n  |',                                                       ['endpoints', 'hosts', 'settings']],
    ['the fields of a handler',     'job',    'title: x\nworld:\n  endpoints:\n    - id: a\n      handler:\n        |',      ['duration', 'outcomes', 'chunks']],
    // In empty braces the server finds no node at the place before it asks the schema: none of its words, nor `defaultSnippets`, change that.
    ['the same in braces, from a letter on', 'job', 'title: x\nworld:\n  endpoints:\n    - { id: a, handler: { d| } }',    ['duration', 'outcomes', 'chunks']],
    ['the keys of a step',          'job',    'title: x\nsteps:\n  - |',                                                     ['act', 'when', 'expect']],
    ['the operations',              'job',    'title: x\nsteps:\n  - act: |',                                                ['run', 'createPod', 'injectFault']],
    ['the body of an operation',    'job',    'title: x\nsteps:\n  - act: createPod\n    with:\n      body:\n        |',      ['image', 'gpu', 'disk']],
    ['the kinds of properties',     'job',    'title: x\nproperties:\n  - |',                                                ['always', 'never', 'within']],
    ['what a property looks at',    'job',    'title: x\nproperties:\n  - always:\n      |',                                 ['count', 'is', 'of']],
    ['the rules',                   'job',    'title: x\nteaches:\n  - |',                                                   ['job.run', 'pod.create']],
    ['the parts of a lesson',       'lesson', 'title: x\n|',                                                                 ['goal', 'rules', 'steps', 'task']],
    ['the world of a lesson',       'lesson', 'title: x\nscenario:\n  world:\n    |',                                        ['endpoints', 'hosts']],
    ['the parts of a study',        'study',  'study: x\n|',                                                                 ['scenario', 'vary', 'measures']],
  ])('offers %s', async (_, template, marked, some) => {
    const [schemaLine] = file(template).split('\n');
    expect(await server.complete(folder.path, `${schemaLine}\n${marked}`)).toStrictEqual(expect.arrayContaining(some));
  });
});
