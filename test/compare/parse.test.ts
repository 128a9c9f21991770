import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { parseChange } from '../../engine/compare/parse.ts';

const problemsIn = (text: string) => {
  const parsed = parseChange('faster.yaml', text);
  return isLeft(parsed) ? parsed.left.map(({ line, column, message }) => [line, column, message]) : [];
};

test('a change in a file is read, and a mistake in it has its place and its path', () => {
  expect(parseChange('faster.yaml', 'at: 5m\nsettings: { worker: { start: 1s } }\n')).toMatchObject({
    right: { at: 300_000, settings: { worker: { start: 1_000 } } },
  });
  expect(problemsIn('at: 5m\nact: fly\n')).toStrictEqual([[2, 6, expect.stringMatching(/^act: 'fly' is not an operation/)]]);
  expect(problemsIn('at: 5m\nsettings:\n  worker: { start: soon }\n')).toStrictEqual([
    [
      3,
      20,
      'settings.worker.start: must be a duration such as 500ms, 8s, 2m or 1h30m, or a distribution such as { lognormal: { median: 2s, p95: 9s } }',
    ],
  ]);
});

test('a mistake of the whole change has no path, and one of the file is told as YAML has it', () => {
  expect(problemsIn('at: 5m\n')).toStrictEqual([[1, 1, 'give exactly one of `settings` and `act`']]);
  expect(problemsIn('at: [5m\n')).toStrictEqual([[2, 1, expect.stringContaining('must be sufficiently indented and end with a ]')]]);
});
