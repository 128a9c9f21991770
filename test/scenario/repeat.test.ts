import { describe, expect, test } from 'vitest';
import { play } from '../../engine/scenario/play/play.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { entriesOf, playedText, scenariosOf, scenarioText, submit } from '../support/worlds/playing.ts';

const played = (...steps: string[]) =>
  playedText(scenarioText(`steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`, ', handler: { duration: { fixed: 25s } }'));
const callsOf = (run: ReturnType<typeof playedText>): string[] =>
  entriesOf(run).flatMap(({ at, event }) => (event.type === 'InputReceived' ? [`${event.operation} ${at / 1_000}`] : []));
const calls = (...steps: string[]) => callsOf(played(...steps));
const keysOf = (run: ReturnType<typeof playedText>) =>
  entriesOf(run).flatMap(({ event }) => (event.type === 'InputReceived' ? [event.key] : []));

const job = 'act: run, with: { endpoint: ep-a, body: { input: {} } }';
const template = 'act: createTemplate, with: { body: { name: t, image: i } }, save: { t: id }';
const gone = 'act: deleteTemplate, with: { template: $t }';

describe('a repeated step', () => {
  // biome-ignore format: a table
  test.each([
    ['comes so many times, at once',         [`{ repeat: { times: 3 }, ${job} }`],                                   ['run 0', 'run 0', 'run 0']],
    ['comes at intervals',                   [`{ repeat: { every: 10s, times: 3 }, ${job} }`],                       ['run 0', 'run 10', 'run 20']],
    ['comes until a time, that excluded',    [`{ repeat: { every: 10s, until: 20s }, ${job} }`],                     ['run 0', 'run 10']],
    ['waits for its trigger once',           [`{ delay: 5s, repeat: { every: 10s, times: 2 }, ${job} }`],            ['run 5', 'run 15']],
    ['waits for its time once',              [`{ at: 1m, repeat: { every: 10s, times: 2 }, ${job} }`],               ['run 60', 'run 70']],
    ['never overlaps itself',                ['{ repeat: { every: 10s, times: 3 }, act: runsync, with: { endpoint: ep-a, body: { input: {} } } }'], ['runsync 0', 'runsync 25', 'runsync 50']],
    ['is over before the next step comes',   [`{ repeat: { every: 10s, times: 2 }, ${job} }`, `{ delay: 1s, ${template} }`], ['run 0', 'run 10', 'createTemplate 11']],
    ['can be followed by its name',          [`{ name: a, repeat: { every: 10s, times: 2 }, ${job} }`, `{ after: a, ${template} }`], ['run 0', 'run 10', 'createTemplate 10']],
  ])('%s', (_, steps, expected) => {
    expect(calls(...steps)).toStrictEqual(expected);
  });

  test('ends as soon as its condition holds', () => {
    const run = played(submit, `{ repeat: { every: 10s, times: 9, until: job $job is COMPLETED }, ${template} }`, `{ ${gone} }`);
    expect(callsOf(run)).toStrictEqual(['run 0', 'createTemplate 0', 'createTemplate 10', 'createTemplate 20', 'deleteTemplate 25']);
    expect(run.verdict).toBe('pass');
  });

  test('leaves the run incomplete if the condition has not come true', () => {
    expect(
      played(submit, `{ name: ask, repeat: { every: 1s, times: 3, until: job $job is FAILED }, ${template} }`, `{ ${gone} }`),
    ).toMatchObject({
      verdict: 'incomplete',
      failures: [],
      unfired: [
        "steps.1 (ask) createTemplate, time 3: 'job $job is FAILED' did not hold after 3 times; job 80199852-7894-4005-a94e-391adae04cd9-u1 is IN_PROGRESS",
        'steps.2 deleteTemplate: was never reached',
      ],
    });
  });

  test('names the time at which an answer differed', () => {
    const run = played('{ repeat: { times: 2 }, act: health, with: { endpoint: ep-a }, expect: { status: 201 } }');
    expect(run.failures).toStrictEqual([1, 2].map((n) => `steps.0 health, time ${n}: status: expected 201, got 200`));
  });

  test('that uses a variable that is not set is not taken again', () => {
    expect(played(`{ repeat: { times: 2 }, ${gone} }`)).toMatchObject({
      verdict: 'fail',
      failures: ['steps.0 deleteTemplate, time 1: $t is not set'],
    });
  });

  test('whose condition uses a variable that is not set ends there', () => {
    const run = played(`{ repeat: { times: 2, until: job $j is FAILED }, ${job} }`);
    expect([callsOf(run), run.failures]).toStrictEqual([['run 0'], ['steps.0 run, time 1: $j is not set']]);
  });

  test('keeps the key of its first call, whatever else is repeated', () => {
    const once = keysOf(played(`{ ${job} }`));
    expect(keysOf(played(`{ repeat: { times: 3 }, ${job} }`))).toStrictEqual([once[0], `${once[0]}/1/2`, `${once[0]}/1/3`]);
  });
});

describe('a repeated group of steps', () => {
  const group = (repeat: string, ...steps: string[]) =>
    `{ repeat: { ${repeat} }, steps: [${steps.map((step) => `{ ${step} }`).join(', ')}] }`;

  test('takes its steps in order, each time with the newest variables', () => {
    const run = played(group('every: 1m, times: 2', template, `delay: 10s, ${gone}`), `{ ${template} }`);
    expect(callsOf(run)).toStrictEqual([
      'createTemplate 0',
      'deleteTemplate 10',
      'createTemplate 60',
      'deleteTemplate 70',
      'createTemplate 70',
    ]);
    expect(run).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
  });

  test('waits for the conditions of its steps every time', () => {
    const steps = [`${job}, save: { job: id }`, `when: job $job is COMPLETED, within: 1m, ${template}`];
    expect(calls(group('times: 2', ...steps))).toStrictEqual(['run 0', 'createTemplate 25', 'run 25', 'createTemplate 50']);
  });

  test('may have repeated steps, and steps that follow by name', () => {
    const steps = [`name: a, repeat: { every: 1s, times: 2 }, ${job}`, `after: a, ${template}`];
    const run = played(group('every: 10s, times: 2', ...steps));
    expect(callsOf(run)).toStrictEqual(['run 0', 'run 1', 'createTemplate 1', 'run 10', 'run 11', 'createTemplate 11']);
    const keys = keysOf(run);
    expect(keys.filter((key) => key?.startsWith('step/a'))).toStrictEqual(['step/a', 'step/a/1/2', 'step/a/2', 'step/a/2/2']);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('runs beside steps with times of their own', () => {
    expect(
      calls(group('every: 10s, times: 3', template, gone), `{ at: 15s, ${job} }`).filter((call) => call.startsWith('run')),
    ).toStrictEqual(['run 15']);
  });

  test('stops at a condition that did not come true, and says which time', () => {
    const run = played(group('times: 2', `${job}, save: { job: id }`, 'when: job $job is FAILED, within: 5s', template));
    expect(run).toMatchObject({
      verdict: 'incomplete',
      unfired: [
        expect.stringMatching(/^steps\.0\.steps\.1, time 1: 'job \$job is FAILED' did not hold within 5s; job \S+ is \w+$/),
        'steps.0.steps.2 createTemplate, time 1: was never reached',
      ],
    });
  });

  test('changes settings as often as it comes', () => {
    const run = played(
      group('every: 1h, times: 2', 'settings: { worker: { start: 1s } }', 'delay: 10m, settings: { worker: { start: 9s } }'),
    );
    expect(entriesOf(run).filter(({ event }) => event.type === 'SettingsChanged')).toHaveLength(4);
  });
});

test('steps that do nothing end a run that may have only so many entries', () => {
  const [scenario] = scenariosOf(
    scenarioText(
      'steps: [{ repeat: { times: 100000 }, steps: [{ repeat: { times: 100000 } }, { settings: { worker: { start: 1s } } }] }]\n',
    ),
  );
  const { verdict, unfired } = play(scenario as Scenario, { entriesMax: 1_000 });
  expect([verdict, unfired[0]]).toStrictEqual([
    'incomplete',
    'entriesMax: the scenario was stopped after 1000 log entries and calls without one',
  ]);
});
