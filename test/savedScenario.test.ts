import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { podsim } from './support/commandLine.ts';

/** `npm run dev` runs this when a scenario or a timeline is saved: tests import neither, so it plays the one that was saved last. */
const savedAt = (file: string): number =>
  Math.max(
    ...[file, file.replace(/\.scenario\.yaml$/, '.timeline.txt')].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
const saved = scenarioFiles(['scenarios']).reduce((one, other) => (savedAt(other) > savedAt(one) ? other : one));

test(`the scenario that was saved last passes, and has its timeline: ${saved}`, async () => {
  const { code, out, err } = await podsim('run', saved, '--jobs', '1');
  expect(code, out + err).toBe(0);
});
