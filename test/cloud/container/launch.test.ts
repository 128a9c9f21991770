import { describe, expect, test } from 'vitest';
import { argsAfter, contradictsArgs, parseLaunch } from '../../../engine/cloud/container/launch.ts';

// biome-ignore format: a table
describe('args', () => {
  test.each([
    ['nothing',                      '',                                          [],            []],
    ['words',                        'python x.py --n 1',                         [],            ['python', 'x.py', '--n', '1']],
    ['quotes of both kinds',         `sh -c 'echo "a b"' "c d"`,                  [],            ['sh', '-c', 'echo "a b"', 'c d']],
    ['parts of words in quotes',     `--name="a b" x'y z'w`,                      [],            ['--name=a b', 'xy zw']],
    ['backslashes',                  String.raw`a\ b "c\"d" e\\f`,                [],            ['a b', 'c"d', String.raw`e\f`]],
    ['a quote that nothing ends',    `it's so`,                                   [],            [`it's`, 'so']],
    ['a JSON object of both',        '{"entrypoint":["/bin/sh"],"cmd":["-c"]}',   ['/bin/sh'],   ['-c']],
    ['a JSON object of one',         '{"cmd":["a b"]}',                           [],            ['a b']],
    ['another JSON object',          '{"port":80}',                               [],            ['{port:80}']],
    ['lists of something else',      '{"cmd":[1]}',                               [],            ['{cmd:[1]}']],
  ])('with %s says how a container is started', (_, args, entrypoint, cmd) => {
    expect(parseLaunch(args)).toStrictEqual({ entrypoint, cmd });
  });

  test.each([
    ['words alone stay words',          { cmd: ['python', 'x.py'] },                 '',                                  'python x.py'],
    ['a blank in a word asks for JSON', { cmd: ['a b'] },                            '',                                  '{"entrypoint":[],"cmd":["a b"]}'],
    ['what is left out stays',          { cmd: ['b'] },                              '{"entrypoint":["x"],"cmd":["a"]}',  '{"entrypoint":["x"],"cmd":["b"]}'],
    ['an empty list clears',            { entrypoint: [] },                          '{"entrypoint":["x"],"cmd":["a"]}',  'a'],
    ['args alone are as they are',      { args: 'a  b' },                            'c',                                 'a  b'],
  ])('after a body: %s', (_, body, before, after) => {
    expect(argsAfter(body, before)).toBe(after);
  });

  test('a body that says nothing of it changes nothing', () => {
    expect(argsAfter({}, 'a')).toBeUndefined();
  });

  test.each([
    ['the same',        { args: 'a "b c"', cmd: ['a', 'b c'] },       false],
    ['another word',    { args: 'a b', cmd: ['a', 'c'] },             true],
    ['one word less',   { args: 'a b', cmd: ['a'] },                  true],
    ['an entrypoint',   { args: 'a b', entrypoint: ['a'] },           true],
    ['nothing beside',  { args: 'a b' },                              false],
  ])('beside lists that say %s', (_, body, contradicts) => {
    expect(contradictsArgs(body)).toBe(contradicts);
  });
});
