/**
 * Small changes of the reports. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const reports = [
  { tests: 'test/replay.test.ts', file: 'reports/stateSnapshot.ts', was: 'health: state.jobCounters.of(id)', is: 'health: state' },
  { tests: 'test/compare/logs.test.ts', file: 'reports/causes.ts', was: 'leftOut === 0 ? all : [', is: '[' },
  { tests: 'test/compare/logs.test.ts', file: 'reports/divergence.ts', was: 'seq: k + 1,', is: 'seq: k,' },
  { tests: 'test/reports/exits.test.ts', file: 'reports/exits.ts', was: 'at < known.at', is: 'at > known.at' },
  { tests: 'test/control/explain.test.ts', file: 'reports/explain.ts', was: 'if (this.items.length <= this.#most) return;', is: '' },
  { tests: 'test/cli/logs.test.ts', file: 'reports/explanationText.ts', was: '[...timers].sort((a, b) => a.at - b.at)', is: '[...timers].sort((a, b) => b.at - a.at)' },
  { tests: 'test/control/explain.test.ts', file: 'reports/explanationView.ts', was: 'becauseLeftOut: because.leftOut', is: 'becauseLeftOut: 0' },
  { tests: 'test/reports/gauge.test.ts', file: 'reports/gauge.ts', was: 'this.#max = Math.max(this.#max, this.#count);', is: 'this.#max = this.#count;' },
  { tests: 'test/reports/happenings.test.ts', file: 'reports/happenings.ts', was: 'before.missedAt === null ?', is: 'before.missedAt !== null ?' },
  { tests: 'test/reports/knownIds.test.ts', file: 'reports/knownIds.ts', was: 'if (about !== undefined && idOf(about, event) === id) return id;', is: '' },
  { tests: 'test/reports/lifecycleText.test.ts', file: 'reports/lifecycleText.ts', was: 'if (from === to) continue;', is: '' },
  { tests: 'test/reports/lifecycleText.test.ts', file: 'reports/lifecycleText.ts', was: 'edges.get(key) ?? []', is: '[]' },
  { tests: 'test/reports/logLines.test.ts', file: 'reports/logLines.ts', was: 'number > position.number', is: 'number >= position.number' },
  { tests: 'test/reports/measures.test.ts', file: 'reports/metrics.ts', was: 'endpoints.get(endpointId) ?? new', is: 'undefined ?? new' },
  { tests: 'test/reports/happenings.test.ts', file: 'reports/possible.ts', was: "limit === null ? [] : [byItself(row, 'its limit is reached')]", is: "[byItself(row, 'its limit is reached')]" },
  { tests: 'test/scenario/assertion.test.ts', file: 'reports/samples.ts', was: 'Math.ceil((sorted.length * of) / among) - 1', is: 'Math.ceil((sorted.length * of) / among)' },
  { tests: 'test/reports/knownIds.test.ts', file: 'reports/shortNames.ts', was: 'if (!profileOf(kind).numbered) return id;', is: '' },
  { tests: 'test/reports/tones.test.ts', file: 'reports/tones.ts', was: "if (from === to) return 'progress';", is: '' },
  { tests: 'test/reports/waiting.test.ts', file: 'reports/waiting.ts', was: "if (status === 'UNHEALTHY' && pulls) return", is: "if (status === 'UNHEALTHY') return" },
  { tests: 'test/scenario/results.test.ts', file: 'reports/workRecord.ts', was: 'this.totals.add(ms, seq);', is: '' },
];
