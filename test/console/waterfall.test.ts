import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findEnding, gainText, otherwises } from '../../adapters/console/app/model/calls/shorter.ts';
import { traceWaterfall } from '../../adapters/console/app/model/calls/waterfall.ts';
import type { PlayerMessage } from '../../adapters/console/app/model/port/messages.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import type { ScenarioText } from '../../adapters/console/app/pageData.ts';
import { serveRequest } from '../../adapters/console/app/source/player.ts';
import { busyLog } from './support.ts';

const logOf = (scenario: ScenarioText): RunLog => {
  let log: RunLog | undefined;
  serveRequest({ type: 'play', run: { scenario, index: 0 } }, (message: PlayerMessage) => {
    if (message.type === 'began') log = new RunLog(message.header);
    if (message.type === 'appended') log?.append(message.entries);
    if (message.type === 'failed') throw new Error(message.problems.join());
  });
  return log as RunLog;
};

/** The log of a scenario that is written here. */
const played = (world: string, steps: string) => {
  const scenario = { file: 'a.scenario.yaml', text: `title: a\nseed: a\nworld: ${world}\nsteps:\n${steps}`, files: {} };
  return { scenario, log: logOf(scenario) };
};

const jobsOf = (log: RunLog) => [...log.lives.ids()].filter((id) => log.lives.kind(id) === 'job');
const phasesOf = (log: RunLog, k: number) =>
  traceWaterfall(log, jobsOf(log)[k] ?? '', log.end)?.phases.map(({ what, from, to }) => `${what} ${to - from}`);

const run = (at: string, more = '') => `  - { at: ${at}, act: run, with: { endpoint: ep-a, body: { input: {}${more} } } }\n`;

describe('the time of a job', () => {
  test('goes to a cold start, to others before it, and to its run', () => {
    const world =
      '{ settings: { worker: { imagePull: 0s, start: 3s } }, endpoints: [{ id: ep-a, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2s } } }] }';
    const { log } = played(world, `${run('0s')}${run('0s')}  - { at: 20s, act: health, with: { endpoint: ep-a } }\n`);
    const [first = [], second = []] = [phasesOf(log, 0), phasesOf(log, 1)];
    expect(first).toEqual(expect.arrayContaining(['cold start 3000', 'run 2000']));
    expect(second).toEqual(expect.arrayContaining(['cold start 3000', 'queue: behind others 2000', 'run 2000']));
    const behind = traceWaterfall(log, jobsOf(log)[1] ?? '', log.end)?.phases.find(({ what }) => what === 'queue: behind others')?.behind;
    expect(behind).toStrictEqual([jobsOf(log)[0]]);
  });

  test('goes to others on its worker, and to the post of its result', () => {
    const world =
      '{ settings: { worker: { imagePull: 0s, start: 0s }, job: { postDelay: 200ms } }, endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { concurrency: 2, sharing: { kind: processor, from: 1 }, duration: { fixed: 2s } } }] }';
    const { log } = played(world, `${run('10s')}${run('10s')}  - { at: 20s, act: health, with: { endpoint: ep-a } }\n`);
    expect(phasesOf(log, 0)).toStrictEqual(['run 2000', 'slowed by others 2000', 'post of the result 200']);
  });

  test('goes to the load of its process, to a wake, and to a run that its worker took with it', () => {
    const file = 'scenarios/jobs/first-of-a-process.scenario.yaml';
    const log = logOf({ file, text: readFileSync(file, 'utf8'), files: {} });
    expect([0, 2, 3].map((k) => phasesOf(log, k))).toMatchInlineSnapshot(`
      [
        [
          "cold start 5000",
          "first-job load 20000",
          "run 2000",
        ],
        [
          "run, lost with its worker 31000",
          "wake 1000",
          "first-job load 20000",
          "run 2000",
        ],
        [
          "wake 1000",
          "run 2000",
        ],
      ]
    `);
  });

  test('goes to the tries of its webhook after its end, and to the time until it is retried', () => {
    const file = 'scenarios/jobs/webhook-given-up.scenario.yaml';
    const log = logOf({ file, text: readFileSync(file, 'utf8'), files: {} });
    expect(phasesOf(log, 0)).toMatchInlineSnapshot(`
      [
        "run 2000",
        "webhook, try 1: 500 0",
        "webhook, try 2: 500 10000",
        "webhook, try 3: 500 10000",
        "until it is retried 1178000",
        "run 2000",
        "webhook, try 1: 500 0",
        "webhook, try 2: 500 10000",
        "webhook, try 3: 500 10000",
      ]
    `);
    expect(traceWaterfall(log, jobsOf(log)[0] ?? '', log.end)?.longest?.what).toBe('until it is retried');
  });

  test('goes to nothing else: the parts follow each other from its call to its end', () => {
    const log = busyLog();
    const seen = new Set<string>();
    for (const id of log.lives.ids()) {
      const found = traceWaterfall(log, id, log.end);
      if (found === undefined) continue;
      const path = found.phases.filter(({ isOnPath }) => isOnPath);
      for (const { what } of found.phases) seen.add(what);
      for (const [k, { from }] of found.phases.entries()) expect(from).toBe(k === 0 ? found.from : found.phases[k - 1]?.to);
      if (path.length === found.phases.length)
        expect((path.at(-1)?.to ?? found.from) - found.from).toBe((found.end ?? log.end) - found.from);
    }
    expect([...seen].sort()).toMatchInlineSnapshot(`
      [
        "cold start",
        "queue",
        "queue: behind others",
        "queue: no capacity for a worker",
        "queue: no worker for it yet",
        "run",
        "run, lost with its worker",
        "until it is retried",
        "until try 1 of its webhook",
        "until try 2 of its webhook",
        "until try 3 of its webhook",
        "webhook, try 1: 200",
        "webhook, try 1: 500",
        "webhook, try 1: 503",
        "webhook, try 2: 200",
        "webhook, try 2: 503",
        "webhook, try 3: 200",
      ]
    `);
  });
});

describe('what would have shortened it', () => {
  test('is played with the same draws', () => {
    const world = '{ endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 10s } } }] }';
    const { scenario, log } = played(world, `${run('1m')}${run('1m')}  - { at: 3m, act: health, with: { endpoint: ep-a } }\n`);
    const id = jobsOf(log)[1] ?? '';
    const found = traceWaterfall(log, id, log.end);
    const made = found === undefined ? [] : otherwises(log, found);
    expect(made.map(({ words }) => words)).toContain('one more worker always up');
    let said: readonly string[] = [];
    serveRequest({ type: 'otherwise', run: { scenario, index: 0 }, id, changes: made.map(({ change }) => change) }, (message) => {
      if (message.type === 'failed') throw new Error(message.problems.join());
      if (message.type === 'ended otherwise') said = message.endings.map((ending) => gainText(findEnding(log.entries(), id), ending));
    });
    expect(Object.fromEntries(made.map(({ words }, k) => [words, said[k]]))).toMatchInlineSnapshot(`
      {
        "a worker for each job or request": "no sooner",
        "one more worker always up": "10 s earlier",
        "one more worker at most": "5 s earlier",
      }
    `);
  });

  test('is said in words', () => {
    const was = { at: 5_000, type: 'JobCompleted' };
    expect(gainText(was, { at: 3_000, type: 'JobCompleted' })).toBe('2 s earlier');
    expect(gainText(was, { at: 6_000, type: 'JobFailed' })).toBe('1 s later, as JobFailed');
    expect(gainText(was, was)).toBe('no sooner');
    expect(gainText(was, undefined)).toBe('it does not end');
  });
});
