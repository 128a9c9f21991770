import { describe, expect, test } from 'vitest';
import { changingOperations, seqOfChange, timeToAct } from '../../adapters/console/app/model/change/changes.ts';
import { choicesFor } from '../../adapters/console/app/model/change/choices.ts';
import { dateDraft, readDraft, writeDraft } from '../../adapters/console/app/model/change/draft.ts';
import { checkScenario } from '../../adapters/console/app/model/checkText.ts';
import { failureRows, firstFailure } from '../../adapters/console/app/model/failureRows.ts';
import { loadPair, pairRuns } from '../../adapters/console/app/model/pair.ts';
import type { PlayerMessage, WorkerRequest } from '../../adapters/console/app/model/port/messages.ts';
import type { RunOutcome } from '../../adapters/console/app/model/port/source.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import {
  branchesOfRun,
  branchOfRun,
  type ChoosableRun,
  listFamily,
  listRuns,
  listTrail,
  runsOfText,
} from '../../adapters/console/app/model/runs.ts';
import { hasSameTexts, listFiles, readText, withText } from '../../adapters/console/app/model/written.ts';
import type { ScenarioText } from '../../adapters/console/app/pageData.ts';
import { serveRequest } from '../../adapters/console/app/source/player.ts';
import { emptyCall } from '../../engine/compare/acts.ts';
import { sideBySide } from '../../engine/compare/whatIf.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { FakeSource } from './support.ts';

const text = `title: Calls
seed: calls
world:
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 10s } } }
load:
  - { with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 5s }, for: 1m }
assert:
  - { metric: delayTime, of: ep-a, p95: { lte: 5s } }
  - { never: JobCancelled }
`;
const scenario: ScenarioText = { file: 'calls.scenario.yaml', text, files: {} };

const ask = (request: WorkerRequest): readonly PlayerMessage[] => {
  const messages: PlayerMessage[] = [];
  serveRequest(request, (message) => messages.push(message));
  return messages;
};

const played = (run: ChoosableRun): { readonly log: RunLog; readonly outcome: RunOutcome } => {
  let log: RunLog | undefined;
  let outcome: RunOutcome | undefined;
  for (const message of ask({ type: 'play', run: run.request })) {
    if (message.type === 'began') log = new RunLog(message.header);
    if (message.type === 'appended') log?.append(message.entries);
    if (message.type === 'ended') outcome = message.outcome;
  }
  if (log === undefined || outcome === undefined) throw new Error('it was not played');
  return { log, outcome };
};

const passed: RunOutcome = { verdict: 'pass', failures: [], failedAssertions: [], failureSeqs: [], heldAssertions: [], fingerprint: '' };

const [base] = runsOfText(scenario) as [ChoosableRun];
const more = 'at: 21s\nact: updateEndpoint\nwith: { endpoint: ep-a, body: { workers: { min: 3, max: 3 } } }\n';

describe('runs', () => {
  test('of a text are those of its matrix; one that cannot be read is one run', () => {
    expect(runsOfText({ ...scenario, text: `${text}matrix: { seeds: 1..3 }\n` }).map(({ request }) => request.index)).toEqual([0, 1, 2]);
    expect(runsOfText({ ...scenario, text: 'title: Broken\nstepz: 1\n' })).toMatchObject([{ name: 'Broken', request: { index: 0 } }]);
    expect(listRuns({ engine: '0', scenarios: [{ ...scenario, runs: [] }] })).toEqual([]);
  });

  test('branch, and each branch knows where it comes from', () => {
    const [root, first, second] = branchesOfRun(base, [more, 'at: 30s\nsettings: { worker: { start: 1s } }\n']) as [
      ChoosableRun,
      ChoosableRun,
      ChoosableRun,
    ];
    const other = branchOfRun(base, more);
    expect(listTrail(second)).toEqual([root, first, second]);
    expect(second.request.scenario.changes).toHaveLength(2);
    expect([first.name, second.name]).toEqual(['updateEndpoint at 00:00:21.000', 'settings at 00:00:30.000']);
    const stranger: ChoosableRun = { name: 'b', request: base.request };
    expect(listFamily([base, first, second, other, stranger], other)).toEqual([base, first, second, other]);
  });

  test('a branch is played by the worker, and a change that cannot be read is said', () => {
    const { log } = played(branchOfRun(base, more));
    const seq = seqOfChange(log, more);
    expect(log.entry(seq ?? 0)).toMatchObject({ at: 21_000, event: { type: 'InputReceived', operation: 'updateEndpoint' } });
    expect(ask({ type: 'play', run: branchOfRun(base, 'at: soon\nact: runn\n').request })).toMatchObject([
      { type: 'failed', problems: [expect.stringMatching(/^change 1:1:5: at: /), expect.stringMatching(/^change 1:2:6: act: /)] },
    ]);
  });
});

describe('what could be done at a moment', () => {
  const { log } = played(base);

  test('is done after everything of its instant, also after the calls of a load', () => {
    let tried = 0;
    for (const { seq, event } of log.entries()) {
      if (event.type !== 'JobQueued' || tried > 3) continue;
      const cancel = choicesFor({ log, seq, selected: event.jobId }).find(({ name }) => name === 'cancel');
      if (cancel === undefined) continue;
      tried += 1;
      const change = dateDraft(cancel.draft, timeToAct(log, seq));
      const branch = played(branchOfRun(base, change));
      expect(seqOfChange(branch.log, change)).toBeGreaterThan(seq);
      for (let k = 1; k <= seq; k++) expect(branch.log.entry(k)).toEqual(log.entry(k));
      expect([...branch.log.entries()].some((one) => one.event.type === 'JobCancelled')).toBe(true);
    }
    expect(tried).toBeGreaterThan(2);
  });

  test('is nothing for an entity that is not there, or not there yet', () => {
    expect(choicesFor({ log, seq: 0, selected: 'ep-a' })).toEqual([]);
    expect(choicesFor({ log, seq: log.length, selected: 'no-such' })).toEqual([]);
    expect(choicesFor({ log, seq: log.length, selected: undefined })).toEqual([]);
    expect(timeToAct(log, 0)).toBe(0);
  });

  test('can be any operation that changes something', () => {
    const names = changingOperations.map(({ id }) => id);
    expect(names).toEqual(expect.arrayContaining(['run', 'injectFault', 'createPod']));
    expect(names).not.toContain('listPods');
    for (const name of names) expect(readDraft(writeDraft(emptyCall(name))), name).toEqual({ draft: emptyCall(name) });
    expect(readDraft('act: rum\n')).toEqual({ problem: expect.stringMatching(/^1:\d+ act: .*run/) });
  });
});

describe('the result of a run', () => {
  test('has each failure at its line, with what was expected and seen, and the entry to look at', () => {
    const [late] = failureRows(played(base).outcome, scenario.file);
    expect(late).toMatchObject({
      place: { line: 9, column: 41 },
      compared: { expected: expect.stringContaining('5s'), actual: expect.stringMatching(/s/) },
      nearest: expect.stringContaining('entry'),
    });
    expect(late?.seq).toBeGreaterThan(10);
  });

  test('begins with the earliest failure: of a step, the newest entry then; of an assertion, the one to look at', () => {
    const broken = `title: Two failures
seed: two
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
  - { at: 1s, act: cancel, with: { endpoint: ep-a, job: nowhere }, expect: { status: 200 } }
  - { at: 1m, act: health, with: { endpoint: ep-a } }
assert:
  - { never: JobCompleted }
  - { count: JobQueued, is: 1 }
  - { sequence: [JobQueued, JobStarted, JobCompleted], of: $job }
  - { metric: executionTime, p95: { lte: 2s } }
`;
    const [run] = runsOfText({ ...scenario, text: broken }) as [ChoosableRun];
    const { log, outcome } = played(run);
    const [completed, refused] = ['JobCompleted', 'InputRefused'].map(
      (type) => [...log.entries()].find(({ event }) => event.type === type)?.seq,
    );
    expect(failureRows(outcome, scenario.file).map(({ place, seq }) => [place?.line, seq])).toStrictEqual([
      [9, completed],
      [6, refused],
    ]);
    expect(firstFailure(outcome)).toBe(refused);
    expect(outcome.heldAssertions).toStrictEqual([
      { line: 10, column: 5, what: 'count of JobQueued = 1', seen: '1' },
      { line: 11, column: 5, what: 'the events of job-1: JobQueued, JobStarted, JobCompleted' },
      { line: 12, column: 5, what: 'p95 of executionTime ≤ 2s', seen: 'p95 2 s' },
    ]);
  });

  test('keeps a failure that has no place', () => {
    const outcome: RunOutcome = { ...passed, verdict: 'incomplete', failures: ['steps.1: never'] };
    expect(failureRows(outcome, scenario.file)).toMatchObject([{ message: 'steps.1: never', place: undefined, compared: undefined }]);
  });
});

describe('the check of a text', () => {
  test('says errors and warnings at their places', () => {
    expect(checkScenario(scenario)).toEqual([]);
    expect(checkScenario({ ...scenario, text: text.replace('load:', 'lode:') })).toMatchObject([
      { line: 6, column: 1, isError: true, message: expect.stringContaining("unknown key 'lode'") },
    ]);
    expect(checkScenario({ ...scenario, text: 'title: [' })[0]).toMatchObject({ isError: true, preventsRun: true });
    // It can be played, and cannot pass.
    const [never] = checkScenario({ ...scenario, text: `${text}  - { sequence: [JobQueued, JobCompleted], of: a }\n` });
    expect(never).toMatchObject({ line: 11, isError: true });
    expect(never).not.toHaveProperty('preventsRun');
    const warned = text.replace('of: ep-a, p95', 'of: ep-b, p95');
    expect(checkScenario({ ...scenario, text: warned })[0]).toMatchObject({ line: 9 });
  });

  test('says what is wrong with an included file at its place there', () => {
    const included = {
      ...scenario,
      text: 'title: a\nworld: { include: world.yaml }\n',
      files: { 'world.yaml': '\nendpoints: [{ idd: 1 }]\n' },
    };
    expect(checkScenario(included)[0]).toMatchObject({ file: 'world.yaml', line: 2, isError: true, preventsRun: true });
    const mended = withText(included, 'world.yaml', 'endpoints: [{ id: ep-a }]\n');
    expect(checkScenario(mended).filter(({ preventsRun }) => preventsRun)).toEqual([]);
    expect([
      listFiles(mended),
      readText(mended, 'world.yaml'),
      hasSameTexts(mended, included),
      hasSameTexts(included, { ...included }),
    ]).toEqual([[scenario.file, 'world.yaml'], 'endpoints: [{ id: ep-a }]\n', false, true]);
  });
});

describe('two runs', () => {
  const branch = branchOfRun(base, more);
  const [a, b] = [played(base).log, played(branch).log];

  test('stand on one scale, and part where the change is made', () => {
    const { compared, scale } = pairRuns(a, b);
    const { divergence } = compared;
    expect(divergence?.b).toMatchObject({ at: 21_000 });
    expect(scale.end).toBe(Math.max(a.end, b.end));
    for (let seq = 1; seq < (divergence?.seq ?? 0); seq++) expect(b.entry(seq)).toEqual(a.entry(seq));
    expect(pairRuns(a, a).compared.divergence).toBeUndefined();
  });

  test('are measured as podsim log compare measures them', () => {
    const [message] = ask({ type: 'measure', a: base.request, b: branch.request });
    const other = text.replace(
      'load:',
      'steps: [{ at: 21s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 3, max: 3 } } } }]\nload:',
    );
    const [one, two] = [text, other].map((file) => parseScenario('a', file, () => undefined));
    if (one?._tag !== 'Right' || two?._tag !== 'Right') throw new Error('cannot be read');
    const { differences } = sideBySide([{ a: one.right[0] as never, b: two.right[0] as never }]);
    expect(message).toEqual({ type: 'measured', differences });
    expect(differences.find(({ name }) => name === 'delayTime.p95')?.difference?.mean).toBeLessThan(0);
  });

  test('are read from two sources, and stop both when they are left', () => {
    const sources = [new FakeSource(), new FakeSource()] as const;
    let tell: ((message: PlayerMessage) => void) | undefined;
    let isStopped = false;
    const loaded = loadPair(sources, (hear) => {
      tell = hear;
      return () => {
        isStopped = true;
      };
    });
    const outcome = passed;
    sources.forEach(({ sink }, k) => {
      const log = [a, b][k] as RunLog;
      expect(loaded.pair.value).toBeUndefined();
      sink?.begin(log.header, '');
      sink?.append([...log.entries()]);
      sink?.end(outcome);
    });
    expect(loaded.pair.value?.b.length).toBe(b.length);
    tell?.({ type: 'measured', differences: [] });
    expect(loaded.differences.value).toEqual([]);
    tell?.({ type: 'failed', problems: ['no'] });
    expect(loaded.problems.value).toEqual(['no']);
    loaded.close();
    expect([sources[0].isClosed, sources[1].isClosed, isStopped]).toEqual([true, true, true]);
  });
});
