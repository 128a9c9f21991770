import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesBelow, readText } from '../../adapters/cli/files.ts';
import { podsim } from '../support/commandLine.ts';
import { schemaComplaints } from '../support/contract/jsonSchema.ts';

/** What describes studies and explorations is loaded on demand. */
const isLater = (option = ''): boolean => /study|explore|client|fidelity|jobs|observation/.test(option);

const printed = async (...options: string[]): Promise<object> => {
  const { code, out } = isLater(options[0]) ? await podsim('spec', 'schema', ...options) : await podsim('spec', 'schema', ...options);
  expect(code).toBe(0);
  return JSON.parse(out);
};

test.each(['--report', '--study-report', '--explore-report', '--fidelity-report', '--fidelity-check', '--client-report'])(
  'the schema of podsim spec schema %s compiles in the strict mode of Ajv',
  async (option) => {
    const complaints = schemaComplaints(await printed(option));
    expect(complaints('no report')).not.toStrictEqual([]);
  },
);

test('the schema of jobs compiles in the strict mode of Ajv, accepts the example, and refuses what is misspelled', async () => {
  const complaints = schemaComplaints(await printed('--jobs'));
  const data = parse(readText('test/examples/six.jobs.yaml'));
  expect(complaints(data)).toStrictEqual([]);
  expect(complaints({ ...data, prize: 1 }).join()).toContain('prize');
});

test('the schema of observations compiles in the strict mode of Ajv, accepts those that come with podsim, and refuses what is misspelled', async () => {
  const complaints = schemaComplaints(await printed('--observation'));
  const files = filesBelow('scenarios/observed', ['.observation.yaml']);
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => complaints(parse(readText(file))))).toStrictEqual([]);
  expect(complaints({ ...parse(readText(files[0] ?? '')), sorce: 'here' }).join()).toContain('sorce');
});

describe.each([
  { kind: 'scenario', options: [] },
  { kind: 'lesson', options: ['--lesson'] },
  { kind: 'study', options: ['--study'] },
])('the schema of a $kind', ({ kind, options }) => {
  const files = ['scenarios', 'test/examples', 'test/bench'].flatMap((folder) => filesBelow(folder, [`.${kind}.yaml`]));

  test('compiles in the strict mode of Ajv, accepts every file of the repository, and refuses what each could be mistaken for', async () => {
    const complaints = schemaComplaints(await printed(...options));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const data = parse(readText(file));
      expect(complaints(data), file).toStrictEqual([]);
      expect(complaints({ ...data, worlds: {} }).join(), file).toContain('worlds');
    }
  });
});
