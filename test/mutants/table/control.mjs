/**
 * Small changes of the control interface. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const control = [
  { tests: 'test/control/commands.long.test.ts', file: 'api/commands/command.ts', was: "api: 'control',", is: "api: 'management'," },
  { tests: 'test/control/table.test.ts', file: 'api/commands/commands.ts', was: '  workerSilent,\n', is: '' },
  { tests: 'test/control/inputs.test.ts', file: 'api/commands/faults.ts', was: 'if (isLeft(far)) return far;', is: '' },
  { tests: 'test/control/inputs.test.ts', file: 'api/commands/handlers.ts', was: 'if (sim.handlers[endpoint.id] !== undefined)', is: 'if (false)' },
  { tests: 'test/control/journal.test.ts', file: 'control/noted.ts', was: 'if (around <= most && ofBody <= most) return', is: 'if (around <= most) return' },
  { tests: 'test/control/about.test.ts', file: 'cloud/projections/queues.ts', was: 'return normal.first ?? low.first;', is: 'return normal.last ?? low.first;' },
  { tests: 'test/control/about.test.ts', file: 'control/queries/info.ts', was: 'all || JSON', is: 'JSON' },
  { tests: 'test/control/about.test.ts', file: 'control/queries/metrics.ts', was: "{ labels: { of: 'max' }, value: lag.maxSeconds }", is: "{ labels: { of: 'max' }, value: lag.meanSeconds }" },
  { tests: 'test/control/explain.slow.test.ts', file: 'control/queries/next.ts', was: 'actingKinds.reduce((count, kind) => count + state.count(kind), 0)', is: '0' },
  { tests: 'test/control/about.test.ts', file: 'control/queries/prometheusText.ts', was: '`# TYPE ${name} ${type}`', is: '`# TYPE ${name}`' },
  { tests: 'test/control/requests.slow.test.ts', file: 'control/queries/verify.ts', was: 'a, b) => misfit(a) - misfit(b)', is: 'a, b) => misfit(b) - misfit(a)' },
  { tests: 'test/control/about.test.ts', file: 'control/queries/worldMetrics.ts', was: 'value: failed }', is: 'value: completed }' },
  { tests: 'test/control/table.test.ts', file: 'control/table.ts', was: '  forkWorld,\n', is: '' },
  { tests: 'test/control/clock.slow.test.ts', file: 'control/timePoint.ts', was: 'instant - header.definition.startMs', is: 'instant' },
  { tests: 'test/control/worlds.slow.test.ts', file: 'control/worlds/definition.ts', was: '{ accounts: [team], ...world }', is: '{ ...world, accounts: [team] }' },
  { tests: 'test/control/requests.slow.test.ts', file: 'control/queries/requests.ts', was: '? Math.floor(status / 100)', is: '? Math.ceil(status / 100)' },
  { tests: 'test/control/about.test.ts', file: 'control/listPage.ts', was: 'rest === 0 ? null : items.length - rest', is: 'items.length - rest' },
  { tests: 'test/control/about.test.ts', file: 'control/listPage.ts', was: 'items.slice(skip)', is: 'items' },
  { tests: 'test/control/events.slow.test.ts', file: 'control/operation.ts', was: 'headers: request.headers ?? {} }', is: 'headers: {} }' },
  { tests: 'test/control/about.test.ts', file: 'control/queries/listings.ts', was: '.filter((fault) => !isSpent(fault))', is: '' },
];
