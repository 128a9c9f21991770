import { expect, test } from 'vitest';
import { selectAffected } from '../../../adapters/cli/run/affected.ts';

const files = ['s/a.scenario.yaml', 's/b.scenario.yaml', 's/deep/c.scenario.yaml'];
const texts: Readonly<Record<string, string>> = {
  's/a.scenario.yaml': 'world: { include: shared.yaml }',
  's/b.scenario.yaml': '',
  's/deep/c.scenario.yaml': '',
};

// biome-ignore format: a table
test.each([
  ['a scenario',                         's/b.scenario.yaml',       ['s/b.scenario.yaml']],
  ['a timeline',                         's/deep/c.timeline.txt',   ['s/deep/c.scenario.yaml']],
  ['a file that a scenario names',       's/shared.yaml',           ['s/a.scenario.yaml']],
  ['the same in a folder below',         's/deep/shared.yaml',      ['s/a.scenario.yaml']],
  ['a file that none names',             's/other.yaml',            []],
  ['a file of that name elsewhere',      'shared.yaml',             []],
])('what plays again after a change of %s', (_, changed, again) => {
  expect(selectAffected(changed, files, (file) => texts[file] ?? '')).toStrictEqual(again);
});
