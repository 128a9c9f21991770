import { expect, test } from 'vitest';
import { listValues, measuredTimings } from '../../../engine/cloud/timing/timings.ts';
import { canonicalText, type Json } from '../../../engine/kernel/canonical.ts';
import { sha256Hex } from '../../../engine/kernel/sha256.ts';

/** What each timing is, once it is released: the digest of its settings and values. A log that names a timing reruns with it for ever. */
const released: Readonly<Record<string, string>> = {
  'measured-2026-11': '1484d5493032a280d524862865549c65ded0f4c80b961e2de3291d225ed67c6b',
  'measured-2026-12': 'd4048c74c25848db50034707fccbd258e13e8ea3c9bf7bc914ffc3e61c60c6db',
};

const digestOf = (name: (typeof measuredTimings)[number]): string =>
  sha256Hex(canonicalText(listValues(name).map(({ setting, value }) => [setting, value as Json])));

test.each(measuredTimings)('%s has the values that it was released with', (name) => {
  expect(
    digestOf(name),
    `The values of ${name} are not those that it was released with: a log that names it would not rerun. Put its file in engine/cloud/timing/ back ` +
      'as it was, release the next name instead (CONTRIBUTING.md, "Release a timing"), and add its digest to this test.',
  ).toBe(released[name]);
});
