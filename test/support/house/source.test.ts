// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are given as strings here
import { expect, test } from 'vitest';
import { stripped } from './source.ts';

// biome-ignore format: a table
test.each([
  ['a comment',                        'a // b\nc',                       'a  \nc'],
  ['a comment over lines',             'a /* b\n */ c',                   'a   c'],
  ['a string',                         "a + 'b // c' + \"d\"",            "a + '' + ''"],
  ['a string with quotes in it',       "'it\\'s' + '\"' + b",             "'' + '' + b"],
  ['a template',                       'a + `b ${c + {d: `e${f}`}.d} g` + h', 'a + c + {d: f }.d  + h'],
  ['a template with a dollar',         '`$ \\` ${a}`',                    'a '],
  ['a regular expression',             'x = /[/"]\\/\'/g; y',             'x =  ; y'],
  ['a regular expression in an arrow', '(x) => /`/.test(x)',              '(x) =>  .test(x)'],
  ['divisions',                        'a / b / c',                       'a / b / c'],
])('%s is stripped', (_, text, code) => {
  expect(stripped(text)).toBe(code);
});
