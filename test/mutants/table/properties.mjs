/**
 * Small changes of the properties of scenarios. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const properties = [
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/processes.ts', was: 'realWorkOf(state, workerId).length > 0', is: 'realWorkOf(state, workerId).length >= 0' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/processes.ts', was: "kind === 'job' ? state.find('job', id) : undefined", is: 'undefined' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/settles.ts',   was: '!waitsForProcess(left.state, kind, id)', is: 'true' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/settles.ts',   was: 'evaluated = excused === undefined;', is: 'evaluated = true;' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/unsettled.ts', was: '!inTransition.includes(entity.status)', is: 'false' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/always.ts', was: 'if (broken !== undefined || (guard !== undefined && guard.differences().length > 0)) return;', is: 'if (broken !== undefined) return;' },
  { tests: 'test/properties/client/jobs.test.ts', file: 'properties/client/accounted.ts', was: 'if (isAccounted(id) || asksForWebhook(exchange)) continue;', is: '' },
  { tests: 'test/properties/client/limits.test.ts', file: 'properties/client/calls.ts', was: "return typeof value === 'string'", is: "return typeof value !== 'string'" },
  { tests: 'test/properties/client/end.test.ts', file: 'properties/client/end.ts', was: "event.reason === 'ttl'", is: "event.reason !== 'ttl'" },
  { tests: 'test/properties/client/exchange.test.ts', file: 'properties/client/exchange.ts', was: 'found !== null', is: 'found === null' },
  { tests: 'test/properties/client/jobs.test.ts', file: 'properties/client/gone.ts', was: 'if (exchange.status !== 404) continue;', is: '' },
  { tests: 'test/properties/client/jobs.test.ts', file: 'properties/client/heard.ts', was: 'if (status === 404) return { id, status: gone };', is: '' },
  { tests: 'test/properties/client/limits.test.ts', file: 'properties/client/pack.ts', was: '(row) => row.name === name', is: '(row) => row.name !== name' },
  { tests: 'test/properties/client/limits.test.ts', file: 'properties/client/retries.ts', was: 'if (!one.isKnownTo(exchange)) continue;', is: '' },
  { tests: 'test/properties/client/limits.test.ts', file: 'properties/client/retryAfter.ts', was: 'if (early === undefined) continue;', is: '' },
  { tests: 'test/properties/client/jobs.test.ts', file: 'properties/client/terminal.ts', was: "end.how !== 'returned'", is: "end.how === 'returned'" },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/finder.ts', was: 'holds: () => look.differences().length === 0', is: 'holds: () => look.differences().length !== 0' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/look.ts', was: '`${look.event}${of}${whereText(look.where)}`', is: '`${look.event}${whereText(look.where)}`' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/properties.ts', was: 'if (run.world.log.length === this.#seen) return;', is: 'return;' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/result.ts', was: 'progress !== undefined && seen !== true', is: 'progress !== undefined' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/sometimes.ts', was: 'seen ||= finder.holds();', is: '' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/within.ts', was: 'if (now <= deadline) return;', is: 'if (now < deadline) return;' },
  { tests: 'test/properties-language/explored.test.ts', file: 'properties/law.ts', was: "key: 'law'", is: "key: 'laws'" },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/reachable.ts', was: '.holds() === true', is: '.holds() !== true' },
  { tests: 'test/properties-language/run.test.ts', file: 'properties/resultFormat.ts', was: 'index: z.int().min(0', is: 'index: z.int().min(1' },
];
