import { expect, test } from 'vitest';
import { refuseUnknownPath } from '../../engine/api/unknown/unknownPath.ts';

/** A caller without a key must not keep the server busy with a path of 15,000 characters: comparing one took as long as 50 answers. */
test.each([
  ['slashes', `/v2${'/'.repeat(1_000)}pods`],
  ['words', `/v2/pods/${'a'.repeat(1_000)}/actio`],
  ['words of the control plane', `/_podsim/v1/worlds/${'a'.repeat(1_000)}/resett`],
])('a path with too many %s is compared with none', (_, path) => {
  const control = ['/_podsim/v1/worlds/{world}/reset'];
  expect(
    refuseUnknownPath(
      path.replaceAll(/\/{9,}|a{9,}/g, (many) => many.slice(0, 2)),
      undefined,
      control,
    ).detail,
  ).toMatch(/did you mean/i);
  expect(refuseUnknownPath(path, undefined, control).detail).toBe('The requested path was not found.');
});
