import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../engine/scenario/format/yamlFile.ts';
import { problemsOf } from '../../support/worlds/playing.ts';

describe('an unknown key is refused where it stands, with the nearest name', () => {
  // biome-ignore format: a table
  test.each([
    ['of the scenario',         'title: x\nworlds: {}',                                        "2:1: unknown key 'worlds'; did you mean 'world'?"],
    ['of a step',               'title: x\nsteps:\n  - { act: run, wiht: {} }',                "3:17: steps.0: unknown key 'wiht'; did you mean 'with'?"],
    ['of an endpoint',          'title: x\nworld: { endpoints: [{ id: a, handlr: {} }] }',     "2:31: world.endpoints.0: unknown key 'handlr'; did you mean 'handler'?"],
    ['of its workers',          'title: x\nworld: { endpoints: [{ id: a, workers: { mx: 2 } }] }', "2:42: world.endpoints.0.workers: unknown key 'mx'; did you mean 'max'?"],
    ['of a setting',            'title: x\nworld:\n  settings:\n    job: { tll: 1h }',         "4:12: world.settings.job: unknown key 'tll'; did you mean 'ttl'?"],
    ['of a host',               'title: x\nworld: { hosts: [{ id: h, vcpu: 8 }] }',            "2:27: world.hosts.0: unknown key 'vcpu'; did you mean 'vcpus' or 'vcpusPerGpu'?"],
    ['of an alternative',       'title: x\nassert: [{ cuont: JobQueued, is: 1 }]',             "2:12: assert.0: unknown key 'cuont'; did you mean 'count'?"],
    ['that is like no other',   'title: x\nmatrix: { everything: 1 }',                         "2:11: matrix: unknown key 'everything'; the keys of a matrix are seeds, variables; see docs/reference/scenario.md"],
    ['that is a number',        '1: x\ntitle: x',                                              "1:1: unknown key '1'; the keys of a scenario are title, teaches, seed, start, world"],
    ['of another alternative',  'title: x\nassert: [{ count: JobQueued, is: 1, never: JobFailed }]', "2:37: assert.0: 'never' cannot be combined with the other keys here"],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  test('each of several, and of very many the first', () => {
    expect(problemsOf('title: x\naa: 1\nbb: 2')).toHaveLength(2);
    const many = problemsOf(`title: x\n${Array.from({ length: 20_000 }, (_, k) => `k${k}: 1`).join('\n')}`);
    expect(many).toHaveLength(20);
    expect(many.at(-1)).toContain('(and 19980 problems more)');
  });
});

describe('a text that is not strict YAML 1.2 is refused', () => {
  // biome-ignore format: a table
  test.each([
    ['a key that stands twice',          'title: x\nseed: a\nseed: b',            "3:1: the key 'seed' is duplicated"],
    ['a key twice, as number and text',  'title: x\nworld: { accounts: { 1: 1, "1": 2 } }', "2:28: the key '1' is duplicated"],
    ['__proto__',                        'title: x\n__proto__: { title: y }',     "2:1: '__proto__' is not allowed as a name"],
    ['a quoted __proto__, deep down',    'title: x\nsteps: [{ act: run, with: { body: { "__proto__": 1 } } }]', "2:37: '__proto__' is not allowed as a name"],
    ['constructor',                      'title: x\nworld: { constructor: {} }',  "2:10: 'constructor' is not allowed as a name"],
    ['a tab before a key',               'title: x\nsteps:\n\t- act: run',        '3:1: Tabs are not allowed as indentation'],
    ['an unknown tag',                   'title: !shout x',                       '1:8: Unresolved tag: !shout'],
    ['a tag of YAML 1.1',                'title: !!set { x }',                    '1:8: Unresolved tag'],
    ['a list for a key',                 'title: x\n? [a]\n: b',                  '2:3: a key must be a plain word'],
    ['two documents',                    'title: x\n---\ntitle: y',               '2:1: a second document begins here: a file has one'],
    ['a quote without end',              'title: "x',                             '1:10: Missing closing "quote'],
    ['an alias without its anchor',      'title: *absent',                        '1:8: there is no anchor &absent before this'],
    ['an alias before its anchor',       'title: *later\nseed: &later x',         '1:8: there is no anchor &later before this'],
    ['an alias inside its own anchor',   'title: &a [*a]',                        '1:12: *a is inside an anchor: aliases may not be nested'],
    ['an alias inside another anchor',   'title: &a x\nsteps: &b [*a]',           '2:12: *a is inside an anchor'],
    ['an alias for a key',               '&a title: x\n*a : y',                   '2:1: a key must be a plain word'],
    ['a merge key',                      'title: x\n<<: { seed: y }',             "2:1: unknown key '<<'"],
    ['nothing',                          '',                                      '1:1: got null, want object'],
    ['a text',                           'title',                                 '1:1: got string, want object'],
    ['a list',                           '- title: x',                            '1:1: got array, want object'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text)[0]).toContain(problem);
  });
});

describe('what would make a parser suffer is refused before it is parsed', () => {
  const deep = 'nested deeper than 64 levels';
  // biome-ignore format: a table
  test.each([
    ['a million brackets',            '['.repeat(1_000_000),                                         deep],
    ['brackets in brackets, 65 deep', `title: ${'['.repeat(65)}${']'.repeat(65)}`,                   deep],
    ['mappings in a mapping',         `title: {${'a: '.repeat(300_000)}}`,                           deep],
    ['lists in a list',               '- '.repeat(900_000),                                          deep],
    ['mappings by indentation',       Array.from({ length: 1_900 }, (_, k) => `${' '.repeat(k)}a:`).join('\n'), deep],
    ['keys that are asked for',       `title: [${'? '.repeat(300_000)}]`,                            deep],
    ['a million closing brackets',    '}'.repeat(1_000_000),                                         'more than 200000 tokens; `repeat` makes many steps of one, and `load` many calls (docs/scenarios.md); or divide the file'],
    ['half a million anchors',        '&a '.repeat(500_000),                                         'more than 200000 tokens; `repeat` makes many steps of one, and `load` many calls (docs/scenarios.md); or divide the file'],
    ['a hundred thousand keys',       Array.from({ length: 100_000 }, (_, k) => `k${k}: 1`).join('\n'), 'more than 200000 tokens; `repeat` makes many steps of one, and `load` many calls (docs/scenarios.md); or divide the file'],
    ['a hundred aliases and one',     `title: &a x\nsteps: [${'*a, '.repeat(101)}]`,                 'more than 100 aliases'],
    ['a file of two million letters', `title: ${'x'.repeat(2_000_000)}`,                             'the file has 2000007 characters; a file may have at most 2000000'],
  ])('%s', (_, text, message) => {
    const [first = ''] = problemsOf(text);
    expect(first.slice(first.indexOf(' ') + 1)).toBe(message);
  });

  test('as many closing brackets as are read are found wrong within seconds', () => {
    // What follows the first is its consequence.
    expect(problemsOf('}'.repeat(199_000))).toHaveLength(1);
  });

  // biome-ignore format: a table
  test.each([
    ['64 brackets',                 `a: ${'['.repeat(64)}${']'.repeat(64)}`],
    ['many mappings in one line',   `a: [${'{ b: 1, c: 2 }, '.repeat(500)}]`],
    ['one wide mapping in a line',  `a: {${Array.from({ length: 500 }, (_, k) => ` k${k}: { v: ${k} }`).join(',')} }`],
    ['brackets in a text',          `a: "${'['.repeat(1_000)}"\nb: |\n  ${'['.repeat(1_000)}`],
    ['a hundred aliases',           `a: &a x\nb: [${'*a, '.repeat(100)}]`],
  ])('but not %s', (_, text) => {
    const yaml = readYaml('a.yaml', text);
    expect(isLeft(yaml) ? yaml.left : []).toStrictEqual([]);
  });
});

describe('a file knows where its parts stand', () => {
  const text = 'title: x\nsteps:\n  - act: run\n    with: &w { endpoint: ep-a }\n  - { act: run, with: *w }\n';
  const read = readYaml('a.yaml', text);
  if (isLeft(read)) throw new Error('it is good YAML');
  const { placeOf, placeOfKey, data } = read.right;

  test('a value, a key, an item', () => {
    expect(placeOf(['steps', 0, 'act'])).toStrictEqual({ line: 3, column: 10 });
    expect(placeOfKey(['steps', 1], 'with')).toStrictEqual({ line: 5, column: 17 });
    expect(placeOf(['steps', 1])).toStrictEqual({ line: 5, column: 5 });
  });

  test('the nearest that holds it, for what is not there', () => {
    expect(placeOf(['steps', 1, 'expect', 'status'])).toStrictEqual({ line: 5, column: 5 });
    expect(placeOf([])).toStrictEqual({ line: 1, column: 1 });
  });

  test('an alias stands for a copy of what it names', () => {
    expect(data).toMatchObject({ steps: [{ with: { endpoint: 'ep-a' } }, { with: { endpoint: 'ep-a' } }] });
  });

  test('lines that end as on Windows count the same', () => {
    const windows = readYaml('a.yaml', text.replaceAll('\n', '\r\n'));
    expect(isLeft(windows) ? windows : windows.right.placeOf(['steps', 0, 'act'])).toStrictEqual({ line: 3, column: 10 });
  });
});
