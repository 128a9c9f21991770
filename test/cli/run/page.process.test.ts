import { expect, test } from 'vitest';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';

const folder = new Folder();

test('a page plays every run of its files, also where one of them has a warning', async () => {
  const clean = folder.write('clean.scenario.yaml', 'title: clean\nsteps: [{ act: listPods }]\n');
  const warned = folder.write(
    'warned.scenario.yaml',
    "title: warned\nmatrix: { variables: { limit: [5, 6] } }\nsteps: [{ act: listPods, with: { query: { limt: '$limit' } } }]\n",
  );
  expect((await podsim('run', '--check', warned)).err).toContain('warning');
  const out = folder.at('page.html');
  expect(await podsim('page', clean, warned, '-o', out)).toMatchObject({ code: 0, out: `${out} plays 3 runs: open it in a browser\n` });
});
