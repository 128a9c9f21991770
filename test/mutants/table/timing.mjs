// biome-ignore format: a table
export const timing = [
  { rule: 'worker.take',       file: 'cloud/policies/jobDispatch.ts', was: 'sim.state.queues.length(endpointId) <= called.size', is: 'false' },
  { rule: 'worker.take',       file: 'cloud/policies/jobDispatch.ts', was: 'looksInMs === 0 ?', is: 'looksInMs >= 0 ?' },
  { rule: 'worker.take',       file: 'cloud/worker/evolve.ts', was: 'worker.isCalled = true;', is: '' },
  { rule: 'worker.take',       file: 'cloud/projections/fleet.ts', was: 'if (isCalled) called.add(id);', is: 'if (isCalled) called.delete(id);' },
  { rule: 'worker.take',       file: 'cloud/worker/take.ts', was: 'toNextLook + takeMs(worker, settings, draw)', is: 'toNextLook' },
  { rule: 'worker.take-grid',  file: 'cloud/worker/take.ts', was: '(takeEvery - (busyMs % takeEvery)) % takeEvery', is: 'takeEvery' },
  { rule: 'worker.take-grid',  file: 'cloud/worker/take.ts', was: 'takeEvery === 0 ? 0 :', is: 'takeEvery > 0 ? 0 :' },
  { rule: 'job.post',          file: 'cloud/job/timers.ts', was: 'after(startedAt, attempt.runsMs + (attempt.postMs ?? 0))', is: 'after(startedAt, attempt.runsMs)' },
  { rule: 'job.post',          file: 'cloud/job/timers.ts', was: 'attempt.runsMs + (attempt.postMs ?? 0) <= timeoutMs', is: 'attempt.runsMs <= timeoutMs' },
  { rule: 'worker.image-size', file: 'cloud/worker/start.ts', was: 'megabytes ?? imageMegabytes', is: 'imageMegabytes' },
  { rule: 'worker.image-size', file: 'cloud/worker/start.ts', was: '/ 1_000)', is: '/ 1_024)' },
  { rule: 'worker.image-on-host', file: 'cloud/worker/start.ts', was: 'imageOnHost === true ? plainStart', is: 'imageOnHost !== undefined && false ? plainStart' },
  { rule: 'job.post',          file: 'cloud/handler/drawnSetting.ts', was: "typeof setting === 'number') return setting", is: "typeof setting === 'number') return 0" },
];

/** Broken by a test, and by no scenario. */
export const timingTested = [
  {
    tests: 'test/cloud/timing/timings.test.ts',
    file: 'cloud/timing/timings.ts',
    was: 'settings[kind] = { ...settings[kind], [key]: value };',
    is: 'settings[kind] = { [key]: value };',
  },
  {
    tests: 'test/cloud/timing/timings.test.ts',
    file: 'scenario/format/settingView.ts',
    was: "typeof value === 'number' ? formatDuration(value) : String(value)",
    is: 'String(value)',
  },
];
