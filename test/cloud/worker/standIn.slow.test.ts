import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createWorld } from '../../../adapters/testing/index.ts';
import { handlerSpec } from '../../../engine/api/contract/handler/handler.ts';
import { readAs } from '../../../engine/api/reading/readAs.ts';
import type { HandlerAnswer, HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { canonicalText } from '../../../engine/kernel/canonical.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { formatDuration, type VirtualTime } from '../../../engine/kernel/time.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { noAnswers, standInText } from '../../../engine/scenario/standIn/handlerText.ts';
import { makeStandIn, readWork, withoutJobs } from '../../../engine/scenario/standIn/recordedWork.ts';
import { recordStandIn } from '../../../engine/scenario/standIn/recordStandIn.ts';
import { setStandIns } from '../../../engine/scenario/standIn/setStandIns.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { forkAt } from '../../../engine/world/history/rewind.ts';
import { World } from '../../../engine/world/world.ts';
import { RealWorkers } from '../../support/serving/realWorkers.ts';
import { playedText } from '../../support/worlds/playing.ts';
import { recordedStory, withRealWorkers } from '../../support/worlds/recordedStory.ts';
import { endpointOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const stories = Array.from({ length: 20 }, (_, k) => recordedStory(`recorded-${k + 1}`));

const answersOf = ({ log }: World): readonly HandlerAnswer[] => finish(readWork(log.entries())).get('ep-a')?.answers ?? [];

/** What a client sees of an attempt: how long it ran, how it ended, and with what. */
const seenOf = ({ duration, outcomes, output, error }: HandlerSpec): string =>
  canonicalText([duration.kind === 'fixed' && outcomes[0] !== 'hang' ? duration.ms : null, outcomes[0], output ?? 'echo', error ?? null]);

/** The same of every attempt that a simulated handler was given, by job, oldest first. */
const attemptsIn = (entries: Iterable<{ readonly event: DomainEvent }>): ReadonlyMap<string, readonly string[]> => {
  const seen = new Map<string, string[]>();
  for (const { event } of entries) {
    if (event.type !== 'JobStarted' && event.type !== 'JobTakenOver') continue;
    const { runsMs, ending, output, error, external } = event.attempt;
    const one =
      external === true ? 'by its worker' : canonicalText([ending === 'hang' ? null : runsMs, ending, output ?? 'echo', error ?? null]);
    seen.set(event.jobId, [...(seen.get(event.jobId) ?? []), one]);
  }
  return seen;
};

describe('what real workers did', () => {
  test('shows every way in which an attempt ends, and what no worker ended is left out', () => {
    const work = stories.flatMap(({ world }) => [...finish(readWork(world.log.entries())).values()]);
    const endings = new Set(work.flatMap(({ answers }) => answers.map(({ handler }) => handler.outcomes[0])));
    expect([...endings].sort()).toStrictEqual(['complete', 'crash', 'fail']);
    const leftOut = new Set(work.flatMap((one) => [...one.leftOut.keys()]));
    expect([...leftOut].sort()).toStrictEqual(['cancelled', 'still running at the end of the log']);
    expect(work.every(({ startUps }) => startUps.length > 0)).toBe(true);
  });

  test('accounts for every attempt that a worker began', () => {
    for (const { world } of stories) {
      const began = [...world.log.entries()].filter(({ event }) => event.type === 'JobStarted').length;
      const { answers = [], leftOut = new Map() } = finish(readWork(world.log.entries())).get('ep-a') ?? {};
      expect(answers.length + [...leftOut.values()].reduce((sum, one) => sum + one, 0)).toBe(began);
    }
  });

  test('is the output, the error and the execution time that callers saw', () => {
    for (const { world, jobs } of stories) {
      const last = new Map(answersOf(world).map((answer) => [answer.job, answer.handler]));
      for (const id of jobs) {
        const job = world.state.find('job', id);
        if (job === undefined || !job.isPosted) continue;
        const handler = last.get(id);
        expect(handler?.duration).toStrictEqual({ kind: 'fixed', ms: job.executionTime });
        expect([handler?.outcomes[0], handler?.output ?? null, handler?.error ?? null]).toStrictEqual(
          job.status === 'COMPLETED' ? ['complete', job.output, null] : ['fail', null, job.error],
        );
      }
    }
  });
});

describe('a stand-in', () => {
  const [{ world: recorded }] = stories as [(typeof stories)[number]];
  const handler = makeStandIn(withoutJobs(answersOf(recorded)), 1);

  test('plays a thousand jobs as the few were, and nothing else', { timeout: 20_000 }, () => {
    const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 3, max: 3 } }, handler)] }), { invariants: false });
    for (let k = 0; k < 1_000; k++) world.call(runOf('ep-a', { nth: k }));
    world.advance(
      { untilIdle: true },
      () => world.state.jobCounters.of('ep-a').inQueue + world.state.jobCounters.of('ep-a').inProgress === 0,
    );
    const firsts = (handler?.answers ?? []).filter(({ attempt }) => attempt === 1);
    const among = firsts.reduce((sum, { times }) => sum + times, 0);
    const seen = new Map<string, number>();
    for (const [one] of attemptsIn(world.log.entries()).values()) if (one !== undefined) seen.set(one, (seen.get(one) ?? 0) + 1);
    // Every answer of the recording occurs, and no other.
    expect([...seen.keys()].sort()).toStrictEqual([...new Set(firsts.map((one) => seenOf(one.handler)))].sort());
    const shareOf = (is: (answer: HandlerAnswer) => boolean) => firsts.filter(is).reduce((sum, { times }) => sum + times, 0) / among;
    const failed = [...seen].filter(([text]) => text.includes('"fail"')).reduce((sum, [, count]) => sum + count, 0) / 1_000;
    // Four standard errors of a share among a thousand.
    expect(Math.abs(failed - shareOf((answer) => answer.handler.outcomes[0] === 'fail'))).toBeLessThan(0.064);
  });

  test('has exactly what was recorded, whatever was: merged answers keep their weights', () => {
    for (const { world } of stories) {
      const answers = answersOf(world);
      const merged = withoutJobs(answers);
      const weights = (of: readonly HandlerAnswer[]) => {
        const sums = new Map<string, number>();
        for (const { input, attempt, times, handler: its } of of) {
          const key = `${attempt} ${canonicalText(input ?? null)} ${seenOf(its)}`;
          sums.set(key, (sums.get(key) ?? 0) + times);
        }
        return sums;
      };
      expect(weights(merged)).toStrictEqual(weights(answers));
      expect(merged.every(({ job }) => job === undefined)).toBe(true);
    }
  });
});

describe('a fork with a stand-in', () => {
  /** A fork of each story somewhere in its middle, played to the end of what is due within ten minutes. */
  const forks = stories.map(({ world }, k) => {
    const seq = 1 + new Choice(`fork-${k}`, 'a point').below(world.log.length - 1);
    const played = () => {
      const fork = finish(forkAt(world, { seq }));
      if (isLeft(fork)) throw new Error(fork.left);
      finish(setStandIns(fork.right, world.log.entries()));
      const past = fork.right.log.length;
      fork.right.advance({ to: (fork.right.now + 600_000) as VirtualTime });
      return { world: fork.right, past };
    };
    return { recorded: world, played };
  });

  test('answers every attempt as it was answered, whether it was under way or had yet to begin', () => {
    let known = 0;
    let takenOver = 0;
    for (const { recorded, played } of forks) {
      const { world } = played();
      const asRecorded = new Map(answersOf(recorded).map(({ job, attempt, handler }) => [`${job} ${attempt}`, seenOf(handler)]));
      const starts = new Map<string, number>();
      for (const { event } of world.log.entries()) {
        if (event.type === 'JobStarted') starts.set(event.jobId, (starts.get(event.jobId) ?? 0) + 1);
        if (event.type !== 'JobTakenOver' && event.type !== 'JobStarted') continue;
        const recordedAs = asRecorded.get(`${event.jobId} ${starts.get(event.jobId)}`);
        if (recordedAs === undefined || event.attempt.external === true) continue;
        known += 1;
        if (event.type === 'JobTakenOver') takenOver += 1;
        expect(attemptsIn([{ event }]).get(event.jobId)).toStrictEqual([recordedAs]);
      }
    }
    expect([known > 30, takenOver > 20]).toStrictEqual([true, true]);
  });

  test('ends every job without any worker', () => {
    for (const { played } of forks) {
      const { world } = played();
      expect([...world.state.all('job')].filter(({ status }) => ['IN_QUEUE', 'IN_PROGRESS'].includes(status))).toStrictEqual([]);
    }
  });

  test('is the same each time, and reruns from its log', () => {
    for (const { played } of forks.slice(0, 5)) {
      const { world } = played();
      expect(played().world.fingerprint()).toBe(world.fingerprint());
      expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
    }
  });

  test('without it waits for workers, until each counts as crashed', () => {
    const [{ world }] = stories as [(typeof stories)[number]];
    const fork = finish(forkAt(world, { seq: world.log.length }));
    if (isLeft(fork)) throw new Error(fork.left);
    fork.right.advance({ to: (world.now + 100_000) as VirtualTime });
    expect([...fork.right.state.all('job')].some(({ status }) => status === 'IN_QUEUE')).toBe(true);
  });

  // biome-ignore format: a table
  test.each([
    ['of a world with no real workers', worldOf(), 'no endpoint has an external handler at that point, so none needs a stand-in'],
    ['where nothing is recorded', worldOf({ endpoints: [endpointOf('ep-a', {}, { external: { scale: 1, timeoutMs: 1 } })] }),
      'no real worker has ended a job of ep-a in this log: let one end first, so that something is recorded'],
  ])('%s is refused, and says what to do', (_, definition, words) => {
    const world = new World(definition);
    expect(finish(setStandIns(world, world.log.entries()))).toStrictEqual({ _tag: 'Left', left: words });
  });
});

describe('a recording with a stand-in', () => {
  const callersOf = (world: World): string => {
    const text = recordStandIn(world.header, [...world.log.entries()]);
    return isLeft(text) ? expect.fail(text.left) : text.right;
  };

  test('has what callers did, and nothing of the workers; each job that had ended ends as it ended', () => {
    for (const { world, jobs } of stories.slice(0, 6)) {
      const text = callersOf(world);
      expect(text).toMatch(/^title: .*, with a stand-in for its real workers$/m);
      expect(text).not.toMatch(/takeJob|postOutput|ping/);
      const { world: again } = playedText(text);
      for (const id of jobs) {
        const [was, is] = [world, again].map(({ state }) => state.find('job', id));
        if (was?.status === 'COMPLETED' && was.isPosted) expect([is?.status, is?.output]).toStrictEqual(['COMPLETED', was.output]);
      }
    }
  });

  test('starts its workers as slowly as the real ones, until they asked for work', () => {
    const workers = new RealWorkers(new World({ ...withRealWorkers, seed: 'slow' }), 'ep-a');
    const { world } = workers;
    world.call(runOf('ep-a', {}));
    // The container is up after half a second, and its process asks for work seven seconds later.
    world.advance({ by: 7_500 });
    workers.pass(1_000);
    const [process = expect.fail()] = workers.running;
    workers.finish(process, { output: 'done' });
    expect(finish(readWork(world.log.entries())).get('ep-a')?.startUps).toStrictEqual([7_000]);
    expect(parse(callersOf(world)).world.settings.worker).toMatchObject({ start: '7s500ms' });
  });

  test('ends when the log ended', () => {
    const [{ world }] = stories as [(typeof stories)[number]];
    expect(parse(callersOf(world)).inputs.at(-1)).toStrictEqual({ clock: { to: formatDuration(Number(world.now)) } });
  });

  test('of a log without real workers says that it needs none', () => {
    const world = new World(worldOf());
    expect(recordStandIn(world.header, [...world.log.entries()])).toStrictEqual({
      _tag: 'Left',
      left: 'no endpoint of this log has real workers, so it needs no stand-in: record it as it is',
    });
  });
});

describe('a stand-in as text', () => {
  const [{ world }] = stories as [(typeof stories)[number]];
  const work = finish(readWork(world.log.entries())).get('ep-a') ?? expect.fail();

  test('is the handler that was recorded, and counts in words what workers did', () => {
    const text = standInText('ep-a', work);
    if (isLeft(text)) return expect.fail(text.left);
    const { handler } = parse(text.right);
    const read = readAs(handlerSpec, handler);
    expect(isLeft(read) ? read.left : read.right).toStrictEqual(makeStandIn(withoutJobs(work.answers), work.atOnce));
    const counts = { complete: 0, fail: 0, crash: 0, hang: 0 };
    for (const { handler: one } of work.answers) counts[one.outcomes[0] ?? 'hang'] += 1;
    expect(text.right).toMatch(
      new RegExp(
        `^# What the real workers of ep-a did with ${work.answers.length} attempts: ${counts.complete} completed after .*, ${counts.fail} failed after `,
      ),
    );
    expect(text.right).toContain('(median ');
    const answers = withoutJobs(work.answers);
    expect(text.right.match(/^ +- \{.*\}$/gm)).toHaveLength(answers.length);
  });

  test('of workers that ended no job says what became of the jobs', () => {
    const words = noAnswers([
      ['ep-a', { answers: [], leftOut: new Map([['cancelled', 2]]), startUps: [], atOnce: 0 }],
      ['ep-b', { answers: [], leftOut: new Map(), startUps: [], atOnce: 0 }],
    ]);
    expect(words).toBe('no real worker has ended a job in this log (ep-a: 2 cancelled; ep-b, which had none): record one that has');
  });
});

describe('in a test', () => {
  const idIn = ({ body }: { readonly body: unknown }) => (body as { readonly id: string }).id;

  test('a fork goes on with what workers have done so far', async () => {
    await using world = createWorld({ scenario: 'scenarios/workers-external/take-and-done.scenario.yaml' });
    const worker = { endpoint_id: 'ep-a', worker: 'ep-a-w1' };
    await world.advance('30s');
    const first = await world.call.run({ endpoint_id: 'ep-a', body: { input: { nth: 1 } } });
    await world.call.takeJob(worker);
    await world.advance('3s');
    await world.call.postOutput({ ...worker, job: idIn(first), body: { output: 'done' } });
    const second = await world.call.run({ endpoint_id: 'ep-a', body: { input: { nth: 1 } } });
    await world.call.takeJob(worker);
    await using fork = world.fork({ standIn: true });
    await fork.advance('3s');
    const status = (of: typeof world) => of.call.status({ endpoint_id: 'ep-a', job_id: idIn(second) });
    expect((await status(fork)).body).toMatchObject({ status: 'COMPLETED', output: 'done', executionTime: 3_000 });
    expect((await status(world)).body).toMatchObject({ status: 'IN_PROGRESS' });
  });

  test('a fork of a world without real workers says that it needs none', async () => {
    await using world = createWorld();
    expect(() => world.fork({ standIn: true })).toThrow('the fork has no stand-in: no endpoint has an external handler at that point');
  });
});
