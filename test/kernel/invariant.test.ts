import { expect, test } from 'vitest';
import { InvariantViolation, invariant } from '../../engine/kernel/invariant.ts';

test('what holds is let pass, and its words are never made', () => {
  expect(() =>
    invariant(true, () => {
      throw new Error('made');
    }),
  ).not.toThrow();
});

test.each([
  ['a text', 'two jobs on one worker'],
  ['words made when they are needed', () => 'two jobs on one worker'],
])('what does not hold throws, with %s', (_, broken) => {
  expect(() => invariant(false, broken)).toThrow(new InvariantViolation('two jobs on one worker'));
});

test('a violation has its own error name', () => {
  expect(new InvariantViolation('x')).toMatchObject({ name: 'InvariantViolation', message: 'x' });
});
