/** Rules that rest on measurements: each is off in the textbook timing, and its scenarios turn it on. */
// biome-ignore format: a table
export const measured = [
  { rule: 'job.unnamed', file: 'cloud/policies/jobDispatch.ts', was: "its.emptyInput === 'ignored' && isEmpty(work.input)", is: "its.emptyInput === 'ignored'" },
  { rule: 'job.unnamed', file: 'cloud/policies/jobDispatch.ts', was: "its.emptyInput === 'ignored' && isEmpty(work.input)", is: 'isEmpty(work.input)' },
  { rule: 'job.unnamed', file: 'cloud/policies/jobDispatch.ts', was: 'job.unnamedLostAfter > 0 ?', is: 'job.unnamedLostAfter >= 0 ?' },
  { rule: 'job.unnamed', file: 'cloud/policies/jobDispatch.ts', was: ': 3 * worker.pingInterval', is: ': 2 * worker.pingInterval' },
  { rule: 'job.unnamed', file: 'cloud/policies/jobDispatch.ts', was: 'if (event.unnamed === true) freeWorker(sim, event);', is: '' },
  { rule: 'job.unnamed', file: 'cloud/job/decide.ts', was: "if (ending === 'unnamed') return loseWorker(job, now, settings, { unnamed: true });", is: "if (ending === 'unnamed') return loseWorker(job, now, { ...settings, retriesMax: 0 }, { unnamed: true });" },
  { rule: 'job.unnamed', file: 'api/worker/ping.ts', was: 'else if (isOld(sim, id, unnamedLostAfter))', is: 'else' },
  { rule: 'job.unnamed', file: 'api/worker/ping.ts', was: "{ type: 'LoseUnnamed' }", is: "{ type: 'LoseWorker' }" },
  { rule: 'job.unnamed', file: 'api/contract/handler.ts', was: "...(emptyInput === 'ignored' ? { emptyInput } : {}),", is: '' },
];
