import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describingRules } from '../../../engine/api/admission/refusals.ts';
import { families } from '../../../engine/lab/explorer/corpus/families.ts';

/** The rules by which a call is refused in some scenario: as its timeline says, or as its steps expect of a call that leaves no entry. */
const refusing = new Set(
  readdirSync('scenarios', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:scenario\.yaml|timeline\.txt)$/.test(name))
    .flatMap((name) => [...readFileSync(join('scenarios', name), 'utf8').matchAll(/(?:\brule: |InputRefused +\d{3} )([\w-]+\.[\w-]+)/g)])
    .map(([, rule]) => rule),
);

test('a rule that only describes what an operation does refuses no call of any scenario', () => {
  expect([...describingRules].filter((rule) => refusing.has(rule))).toStrictEqual([]);
});

test('each rule that may be met as a refusal is met in some scenario', () => {
  const possible = new Set((families.find(({ name }) => name === 'refusal')?.possible?.() ?? []).map(([, rule]) => rule));
  expect(possible.size).toBeGreaterThan(50);
  expect([...possible].filter((rule) => !refusing.has(rule))).toStrictEqual([]);
});
