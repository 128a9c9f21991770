import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { templates } from '../../../adapters/cli/write/templates.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import { World } from '../../../engine/world/world.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { failing, incomplete, members, passing } from '../stories.ts';

const folder = new Folder();
const more = new Folder();
const [pass, fail, unfinished, many] = [
  folder.write('pass/a.scenario.yaml', passing),
  folder.write('fail/b.scenario.yaml', failing),
  folder.write('unfinished/c.scenario.yaml', incomplete),
  folder.write('many/d e.scenario.yaml', members),
];

interface JsonRun {
  readonly file: string;
  readonly member?: string;
  readonly seed: string;
  readonly verdict: string;
  readonly fingerprint: string;
  readonly again: string;
  readonly failures: readonly string[];
}
const runsOf = async (...args: string[]): Promise<readonly JsonRun[]> =>
  JSON.parse((await podsim('run', ...args, '--reporter', 'json')).out).runs;

describe('the exit code is', () => {
  // biome-ignore format: a table
  test.each([
    ['0 when all passes',                            [pass],                   0],
    ['1 when one fails',                             [pass, fail, unfinished], 1],
    ['2 when one is incomplete, and none fails',     [pass, unfinished],       2],
    ['3 when one cannot be read, and none is played', [pass, 'gone'],          3],
  ])('%s', async (_, paths, code) => {
    expect((await podsim('run', ...paths)).code).toBe(code);
    expect(podsimProcess(['run', ...paths]).code).toBe(code);
  });
});

describe('when it is our fault', () => {
  // biome-ignore format: a table
  test.each([
    ['an invariant that breaks', new InvariantViolation('one and one are two'), 'an invariant does not hold: one and one are two, in podsim run '],
    ['any other error',          new TypeError('x is not a function'),           'x is not a function'],
  ])('by %s, is reported with everything needed to repeat it, and exit code 70', async (_, error, words) => {
    const call = vi.spyOn(World.prototype, 'call').mockImplementation(() => {
      throw error;
    });
    const { code, err } = await podsim('run', pass);
    call.mockRestore();
    expect(err).toContain(words);
    expect(err).toContain('our fault, not yours');
    expect(err).toContain(`add the command and its files: podsim run ${pass}`);
    expect(code).toBe(70);
  });
});

describe('what is played', () => {
  test('is every scenario below a folder, in order of name', async () => {
    expect((await runsOf(folder.path)).map(({ file }) => file.slice(folder.path.length + 1, -'.scenario.yaml'.length))).toStrictEqual([
      'fail/b',
      ...Array(6).fill('many/d e'),
      'pass/a',
      'unfinished/c',
    ]);
  });

  test('has the seed that --seed gives, and is another run', async () => {
    const [own, other] = [await runsOf(pass), await runsOf(pass, '--seed', 'two')].flat();
    expect(own).toMatchObject({ seed: 'one', verdict: 'pass' });
    expect(other).toMatchObject({ seed: 'two', verdict: 'pass', member: 'seed=two' });
    expect(other?.fingerprint).not.toBe(own?.fingerprint);
  });

  test('has one run for each of --seeds, and the same one each time', async () => {
    const runs = await runsOf(pass, '--seeds', '1..3');
    expect(runs.map(({ seed }) => seed)).toStrictEqual(['1', '2', '3']);
    expect(new Set(runs.map(({ fingerprint }) => fingerprint)).size).toBe(3);
    expect(await runsOf(pass, '--seeds', '1..3')).toStrictEqual(runs);
    expect((await runsOf(pass, '--seed', '2'))[0]?.fingerprint).toBe(runs[1]?.fingerprint);
  });

  test('plays only what --only names: by file, by title, by member', async () => {
    expect(await runsOf(folder.path, '--only', 'pass/a')).toHaveLength(1);
    expect(await runsOf(folder.path, '--only', 'without an end')).toHaveLength(1);
    expect(await runsOf(folder.path, '--only', 'WITHOUT an End')).toHaveLength(1);
    expect((await runsOf(folder.path, '--only', 'status=418')).map(({ member }) => member)).toStrictEqual([
      'seed=1 status=418',
      'seed=10 status=418',
    ]);
  });

  test('is that member alone whose whole name --only gives, though others begin so', async () => {
    const seeds = more.write('seeds/a.scenario.yaml', `${passing}matrix: { seeds: 1..12 }\n`);
    expect((await runsOf(seeds, '--only', 'seed=1')).map(({ member }) => member)).toStrictEqual(['seed=1']);
    expect(await runsOf(seeds, '--only', 'eed=1')).toHaveLength(4);
  });

  test('ends with --bail at the first that does not pass', async () => {
    expect((await runsOf(pass, unfinished, fail, '--bail')).map(({ verdict }) => verdict)).toStrictEqual(['pass', 'incomplete']);
    expect((await podsim('run', pass, unfinished, fail, '--bail')).code).toBe(2);
  });
});

describe('a run that does not pass prints the one command that repeats it', () => {
  /** The arguments of the printed command, as a shell parses them. */
  const repeated = (said: string): string[] => {
    const line = /to repeat: podsim (.*)/.exec(said)?.[1] ?? '';
    return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  };

  // biome-ignore format: a table
  test.each<[string, readonly string[], string]>([
    ['of a file',                               [fail],                                       'run .*b.scenario.yaml$'],
    ['of a member of its own matrix',           [many],                                       "--only 'seed=1 status=418'$"],
    ['of a seed that was given',                [fail, '--seed', 'x y'],                      "--seed 'x y'$"],
    ['of one of many seeds',                    [fail, '--seeds', '3..4'],                    '--seed 3$'],
    ['of a member and a seed that was given',   [many, '--seeds', '3..4'],                    "--seed 3 --only 'seed=3 status=418'$"],
  ])('%s', async (_, args, command) => {
    const [first] = (await runsOf(...args)).filter(({ verdict }) => verdict === 'fail');
    const { out } = await podsim('run', ...args);
    expect(/to repeat: podsim (.*)/.exec(out)?.[1]).toMatch(new RegExp(command));
    const again = await runsOf(...repeated(out).slice(1));
    expect(again.map(({ fingerprint, failures }) => ({ fingerprint, failures }))).toStrictEqual([
      { fingerprint: first?.fingerprint, failures: first?.failures },
    ]);
  });
});

describe('the timeline beside a file', () => {
  const golden = 'golden/a.timeline.txt';
  const file = more.write('golden/a.scenario.yaml', passing);

  test('is optional', async () => {
    const alone = more.write('no-golden/a.scenario.yaml', passing);
    expect((await podsim('run', alone)).code).toBe(0);
    expect(more.names('no-golden')).toStrictEqual(['a.scenario.yaml']);
  });

  test('is written by --update, and then compared', async () => {
    expect((await podsim('run', file, '--update')).code).toBe(0);
    expect(more.read(golden)).toContain('JobCompleted');
    expect(more.names('golden')).toStrictEqual(['a.scenario.yaml', 'a.timeline.txt']);
    expect((await podsim('run', file)).code).toBe(0);
    more.write(golden, more.read(golden).replaceAll('\n', '\r\n'));
    expect((await podsim('run', file)).code).toBe(0);
  });

  test('that differs fails the run, and the message says where, what to do, and how to repeat it', async () => {
    more.write(golden, more.read(golden).replace('JobCompleted', 'JobCancelled'));
    const { code, out } = await podsim('run', file);
    expect(code).toBe(1);
    expect(out).toMatch(/a\.timeline\.txt:\d+: the timeline differs:\n +was .*JobCancelled/);
    expect(out).toContain('if the new one is right, write it with --update');
    expect((await podsim('run', ...(/to repeat: podsim run (.*)/.exec(out)?.[1]?.split(' ') ?? []))).code).toBe(1);
  });

  test('is not that of another seed', async () => {
    expect((await podsim('run', file, '--seed', 'two')).code).toBe(0);
  });

  test('is not written for runs that do not pass', async () => {
    for (const path of [fail, unfinished]) await podsim('run', path, '--update');
    expect([...folder.names('fail'), ...folder.names('unfinished')]).toStrictEqual(['b.scenario.yaml', 'c.scenario.yaml']);
  });

  test('is that of the first member of a matrix', async () => {
    const first = more.write('first/a.scenario.yaml', passing.replace('seed: one', 'matrix: { seeds: [one, two] }'));
    await podsim('run', first, '--update');
    const [line] = /^job-1 = .*/m.exec(more.read('first/a.timeline.txt')) ?? [];
    await podsim('run', file, '--update');
    expect(more.read(golden)).toContain(line);
    expect((await podsim('run', first)).code).toBe(0);
  });
});

test('a new scenario is one that passes, and no file is overwritten', async () => {
  const path = more.at('made');
  expect(await podsim('new', path)).toMatchObject({
    code: 0,
    out: `${path}.scenario.yaml written; run it with: podsim run ${path}.scenario.yaml\n`,
  });
  expect((await podsim('run', `${path}.scenario.yaml`)).code).toBe(0);
  const before = readFileSync(`${path}.scenario.yaml`, 'utf8');
  for (const ending of ['.yaml', '.yml', '.scenario.yml'])
    expect(await podsim('new', `${path}${ending}`)).toMatchObject({
      code: 3,
      err: `${path}.scenario.yaml: already exists: name another file, or delete this one\n`,
    });
  expect(await podsim('new', `${path}.scenario.yaml`)).toMatchObject({
    code: 3,
    err: `${path}.scenario.yaml: already exists: name another file, or delete this one\n`,
  });
  expect(readFileSync(`${path}.scenario.yaml`, 'utf8')).toBe(before);
});

test.each(['job', 'load', 'pod', 'cluster', 'billing', 'fault'])(
  'the template %s passes without a warning, and names the schema',
  async (template) => {
    const path = `${more.at(template)}.scenario.yaml`;
    expect((await podsim('new', path, '--template', template)).code).toBe(0);
    expect(await podsim('run', '--check', '--strict', path)).toMatchObject({ code: 0, err: '' });
    expect((await podsim('run', '--strict', path)).code).toBe(0);
    const [, schema = ''] = /^# yaml-language-server: \$schema=(.*)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    expect(readFileSync(join(dirname(path), schema), 'utf8')).toBe(readFileSync('scenarios/scenario.schema.json', 'utf8'));
  },
);

test('the templates whose numbers one would rely on have times that were measured', () => {
  const measured = Object.entries(templates).flatMap(([name, text]) => (text.includes('timing: measured-2026-12') ? [name] : []));
  expect(measured).toStrictEqual(['load', 'study']);
});

test('an unknown template gets the nearest', async () => {
  expect(await podsim('new', more.at('x'), '--template', 'pods')).toMatchObject({
    code: 3,
    err: "there is no template 'pods'; did you mean 'pod'? (there are job, load, pod, cluster, billing, fault, lesson, study)\n",
  });
});

describe('a mistake that does not prevent a run', () => {
  const world = 'title: x\nworld: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 } }] }\n';
  const error = more.write('mistakes/error.scenario.yaml', `${world}steps: [{ act: health, with: { endpoint: ep-b } }]`);
  const warning = more.write('mistakes/warning.scenario.yaml', `${world}matrix: { variables: { n: [1, 2] } }`);
  const idle = more.write(
    'mistakes/idle.scenario.yaml',
    `${world}faults: [{ fault: worker-crash, at: 1h }]\nassert:\n  - { never: JobFailed }`,
  );
  const noEndpoint = `${error}:3:42: steps.0.with.endpoint: there is no endpoint 'ep-b'; did you mean 'ep-a'?`;
  const notUsed = 'matrix.variables.n: nothing uses $n, so its values make no difference (included files cannot use it)';

  test('is said by validate, which fails for errors, and for warnings if it is strict', async () => {
    expect(await podsim('run', '--check', error, warning)).toStrictEqual({
      code: 3,
      out: '3 runs, 1 error, 1 warning\n',
      err: `${noEndpoint}\n${warning}:3:24: warning: ${notUsed}\n`,
    });
    expect(await podsim('run', '--check', warning)).toMatchObject({ code: 0, out: '2 runs, 1 warning\n' });
    expect(await podsim('run', '--check', '--strict', warning)).toMatchObject({ code: 1, out: '2 runs, 1 warning\n' });
    expect(await podsim('run', '--check', '--strict', idle)).toMatchObject({ code: 0 });
  });

  test('is said by run, once for all members of a matrix, and fails it if it is strict', async () => {
    expect(await podsim('run', error)).toMatchObject({ code: 1, out: expect.stringContaining(`  ! ${noEndpoint}\n`) });
    const { code, out } = await podsim('run', warning);
    expect([code, out.split(`! ${warning}:3:24: ${notUsed}\n`).length]).toStrictEqual([0, 2]);
    expect((await podsim('run', '--strict', warning)).code).toBe(1);
  });

  test('is said once of the members of a matrix that have it, whichever of them are played', async () => {
    const some = more.write(
      'mistakes/some.scenario.yaml',
      `${world}steps: [{ act: run, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: $ttl } } } }]\nmatrix: { seeds: [a, b], variables: { ttl: [1h, 5s, 6s] } }`,
    );
    const finding = `${some}:3:79: steps.0.with.body.policy.ttl: run refuses this: must be from 10000 to 604800000 ms; it counts milliseconds, or is a duration such as 15s (errors.validation)`;
    expect(await podsim('run', '--check', some)).toMatchObject({ code: 3, err: `${finding} (ttl=5s, ttl=6s)\n` });
    const warningsOf = async (...args: string[]): Promise<object> =>
      Object.fromEntries(
        (JSON.parse((await podsim('run', some, '--reporter', 'json', ...args)).out).runs as { member: string; warnings: string[] }[]).map(
          ({ member, warnings }) => [member, warnings],
        ),
      );
    expect(await warningsOf()).toStrictEqual({
      'seed=a ttl=1h': [],
      'seed=a ttl=5s': [`${finding} (ttl=5s, ttl=6s)`],
      'seed=a ttl=6s': [],
      'seed=b ttl=1h': [],
      'seed=b ttl=5s': [],
      'seed=b ttl=6s': [],
    });
    expect(await warningsOf('--only', 'ttl=1h')).toStrictEqual({ 'seed=a ttl=1h': [], 'seed=b ttl=1h': [] });
    expect(await warningsOf('--only', 'seed=b ttl=6s')).toStrictEqual({ 'seed=b ttl=6s': [finding] });
  });

  test('is said by run where only a run can show it, in every reporter that shows reports', async () => {
    const struckNothing = `${idle}:3:10: faults.0: this worker-crash struck nothing: nothing that it matches came up at 1h`;
    const lookedAtNothing = `${idle}:5:5: assert.0: there was no job, so this says nothing`;
    expect((await podsim('run', idle)).out).toContain(`  ! ${struckNothing}\n  ! ${lookedAtNothing}\n`);
    expect(JSON.parse((await podsim('run', idle, '--reporter', 'json')).out).runs[0].warnings).toStrictEqual([
      struckNothing,
      lookedAtNothing,
    ]);
    expect((await podsim('run', idle, '--reporter', 'junit')).out).toContain(
      `</properties><system-err>warning: ${struckNothing}\nwarning: ${lookedAtNothing}</system-err></testcase>`,
    );
    expect((await podsim('run', idle, '--reporter', 'tap')).out).toContain(
      `\nok 1 - x\n# warning: ${struckNothing}\n# warning: ${lookedAtNothing}\n`,
    );
    expect((await podsim('run', '--strict', idle)).code).toBe(1);
  });
});

test('validate says all that is wrong in all files, and plays none', async () => {
  const wrong = more.write('wrong/a.scenario.yaml', 'title: x\nstepps: []');
  const wronger = more.write('wrong/b.scenario.yaml', 'titel: x');
  const { code, err } = await podsim('run', '--check', more.at('wrong'));
  expect(code).toBe(3);
  expect(err).toContain(`${wrong}:2:1: unknown key 'stepps'; did you mean 'steps'?`);
  expect(err).toContain(`${wronger}:1:1: unknown key 'titel'; did you mean 'title'?`);
  expect(await podsim('run', '--check', fail, many)).toMatchObject({ code: 0, out: '7 runs, nothing wrong\n' });
});
