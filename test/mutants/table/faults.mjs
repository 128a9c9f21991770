// biome-ignore format: a table
export const faults = [
  { rule: 'fault.window',  file: 'fault/decide.ts', was: 'strikes >= limit', is: 'strikes > limit' },
  { rule: 'fault.window',  file: 'fault/timers.ts', was: "{ name: 'end',   runs: ['WAITING', 'ACTIVE']", is: "{ name: 'end',   runs: ['WAITING']" },
  { rule: 'fault.window',  file: 'fault/timers.ts', was: 'rings: (fault) => fault.spec.from,', is: 'rings: () => 0,' },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: '>= spec.chance[0] / spec.chance[1]', is: '< spec.chance[0] / spec.chance[1]' },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: '`${id}/${occasion}`', is: 'id' },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: "reason !== 'window' && reason !== 'removed'", is: "reason !== 'window'" },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: "reason !== 'window' && reason !== 'removed'", is: "reason !== 'removed'" },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: 'if (host.downBy === faultId)', is: 'if (host.downBy !== faultId)' },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: "['RUNNING', 'IDLE', 'INITIALIZING']", is: "['INITIALIZING', 'IDLE', 'RUNNING']" },
  { rule: 'fault.window',  file: 'policies/faults.ts', was: 'crashableWorkers(world, spec).slice(0, spec.limit ?? 1)', is: 'crashableWorkers(world, spec)' },
  { rule: 'fault.window',  file: 'api/contract/fault.ts', was: 'later(injectedAt, at ?? window?.from ?? 0)', is: 'later(injectedAt, at ?? 0)' },
  { rule: 'fault.window',  file: 'api/contract/fault.ts', was: 'later(injectedAt, window.to)', is: 'later(injectedAt, window.to + 60_000)' },
  { rule: 'fault.window',  file: 'call/decide.ts', was: 'until: later(now, call.delayMs)', is: 'until: now' },
  { rule: 'fault.window',  file: 'api/admit.ts', was: "kind: 'failing', rule: 'fault.window', detail: 'the API fails here on purpose (api-error fault)', status: fault.status", is: "kind: 'failing', rule: 'fault.window', detail: 'the API fails here on purpose (api-error fault)', status: 500" },
  { rule: 'control.inputs', file: 'api/admit.ts', was: "if (operation.api === 'control') return right(undefined);", is: '' },
];
