import { expect, test } from 'vitest';
import { fitText } from '../../adapters/console/app/canvas/fittedText.ts';

/** Each character is 10 wide. */
const ctx = { measureText: (text: string) => ({ width: 10 * text.length }) };

test('names that do not fit can still be told apart: workers differ in the end', () => {
  const names = ['ep-images-w1', 'ep-images-w2', 'ep-images-w12'].map((name) => fitText(ctx, name, 80, 4));
  expect(names).toStrictEqual(['ep-…s-w1', 'ep-…s-w2', 'ep-…-w12']);
});

// biome-ignore format: a table
test.each([
  ['stays whole where there is room', 'ep-a-w1', 70, 4, 'ep-a-w1'],
  ['is cut at its end',               'EU-RO-1/rtx-4090', 80, 0, 'EU-RO-1…'],
  ['has no end without a beginning',  'ep-images-w1', 50, 4, 'ep-i…'],
  ['is left out where nothing fits',  'ep-images-w1', 10, 4, ''],
])('a text %s', (_, text, room, kept, shown) => {
  expect(fitText(ctx, text, room, kept)).toBe(shown);
});
