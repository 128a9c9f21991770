const tests = 'test/cloud/worker/work.test.ts';
const recounts = 'test/oracle/forged/recounts.slow.test.ts';

/**
 * Small changes of how several jobs share a worker. A row without `tests` is for the scenarios that teach its rule.
 */
// biome-ignore format: a table
export const sharing = [
  { rule: 'worker.concurrency', file: 'cloud/policies/places.ts', was: 'Math.max(0, places - listJobs(worker).length)', is: '1' },
  { rule: 'worker.concurrency', file: 'cloud/policies/places.ts', was: 'roomIn(sim, endpoint, worker) > 0', is: 'roomIn(sim, endpoint, worker) >= 0' },
  { rule: 'worker.concurrency', file: 'cloud/policies/policies.ts', was: "WorkerEndedJob:        [{ rule: 'worker.concurrency', react: takeNext }],", is: '' },
  { rule: 'worker.ramp',        file: 'cloud/worker/ramp.ts', was: 'tookAt !== now ? 0', is: 'tookAt !== now ? places' },
  { rule: 'worker.ramp',        file: 'cloud/worker/ramp.ts', was: ' + 1 + inVain', is: ' + 1' },
  { rule: 'worker.ramp',        file: 'cloud/policies/places.ts', was: 'placesAt(worker, most, sim.now);', is: 'most;' },
  { rule: 'worker.ramp',        file: 'cloud/policies/jobs/dispatch.ts', was: ' || isHeldBack(sim, worker, jobId)', is: '' },
  { rule: 'worker.ramp',        file: 'cloud/worker/changes.ts', was: '  worker.places = 0;\n', is: '' },
  { rule: 'worker.sharing',     file: 'cloud/policies/jobs/sharedWork.ts', was: '{ ...attempt, shared: true }', is: 'attempt' },
  { rule: 'worker.sharing',     file: 'cloud/policies/jobs/sharedWork.ts', was: 'firstMs: loadsMs + stream.everyMs', is: 'firstMs: loadsMs' },
  { rule: 'worker.sharing',     file: 'cloud/policies/jobs/sharedWork.ts', was: "event.chunk === undefined ? 'EndWork' : 'YieldChunk'", is: "'EndWork'" },
  { rule: 'worker.sharing',     file: 'cloud/handler/sharing.ts', was: 'running <= sharing.from ? unitsPerMs', is: 'running < sharing.from ? unitsPerMs * 2' },
  { rule: 'worker.sharing',     file: 'cloud/handler/sharing.ts', was: '(unitsPerMs * sharing.from) / running', is: 'unitsPerMs / running' },
  { rule: 'worker.sharing',     file: 'cloud/worker/evolve.ts', was: 'worker.work = endWork(worker.work, event.jobId, at);', is: '' },
  { rule: 'worker.sharing',     file: 'cloud/worker/evolve.ts', was: 'worker.work = endWork(worker.work, event.requestId, at);', is: '' },
  { rule: 'worker.sharing',     file: 'cloud/worker/timers.ts', was: "name: 'work',  runs: ['RUNNING']", is: "name: 'work',  runs: []" },
  { rule: 'worker.sharing',     file: 'cloud/request/timers.ts', was: ' || attempt.shared === true', is: '' },
];

/** @type {readonly { tests: string, file: string, was: string, is: string }[]} */
// biome-ignore format: a table
export const sharedWork = [
  { tests, file: 'cloud/handler/sharing.ts', was: 'sharing.slope * (running - 1)', is: 'sharing.slope * running' },
  { tests, file: 'cloud/worker/work.ts', was: '(units % each === 0 ? 0 : 1)', is: '0' },
  { tests, file: 'cloud/worker/work.ts', was: 'if (count <= countMax)', is: 'if (true)' },
  { tests, file: 'cloud/worker/work.ts', was: '.mark <= share.mark', is: '.mark < share.mark' },
  { tests, file: 'cloud/worker/work.ts', was: 'sharing: sharing ?? now.sharing', is: 'sharing: now.sharing' },
  { tests, file: 'cloud/worker/work.ts', was: '(at - since) * unitsEach', is: '(at - since + 1) * unitsEach' },
  { tests: 'test/world/reports/sharing.test.ts', file: 'world/reports/explain/sharing.ts', was: 'places < concurrency', is: 'places > concurrency' },
  { tests: 'test/world/reports/sharing.test.ts', file: 'world/reports/explain/sharing.ts', was: 'work.shares.length - 1', is: 'work.shares.length' },
  { tests: 'test/cloud/worker/standInAtOnce.test.ts', file: 'scenario/standIn/recordedWork.ts', was: 'atOnce > 1 ?', is: 'atOnce > 2 ?' },
  { tests: 'test/lab/explorer/made.slow.test.ts', file: 'lab/explorer/mutate/worldChanges.ts', was: '[...endpointChanges, changeSharing, changeSharing]', is: '[...endpointChanges]' },
  { tests: recounts, file: 'oracle/audit/recounts.ts', was: '  workRecount,\n', is: '' },
  { tests: recounts, file: 'oracle/audit/sharedWork.ts', was: 'job.done < target)', is: 'job.done < 0)' },
  { tests: recounts, file: 'oracle/audit/sharedWork.ts', was: '#book = new DueBook<WorkPage>(nextDue)', is: '#book = new DueBook<WorkPage>(() => undefined)' },
  { tests: recounts, file: 'oracle/audit/allocation/slots.ts', was: 'if (has.size === 0 || isReal || has.size <', is: 'if (has.size === 0 || isReal || has.size <=' },
];
