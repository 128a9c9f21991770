const batches = 'test/cloud/worker/batch.test.ts';
const recounts = 'test/oracle/forged/recounts.slow.test.ts';

/** Small changes of how a worker makes tokens. A row without `tests` is for the scenarios that teach its rule. */
// biome-ignore format: a table
export const tokens = [
  { rule: 'handler.tokens', file: 'cloud/policies/jobs/sharedWork.ts', was: '...(loadsMs === undefined ? {} : { loadsMs }),', is: '' },
  { rule: 'handler.tokens', file: 'cloud/policies/jobs/sharedWork.ts', was: "event.stage !== 'chunk' && ", is: '' },
  { rule: 'handler.tokens', file: 'cloud/worker/batch.ts', was: 'waiting: [sequence, ...batch.waiting]', is: 'waiting: [...batch.waiting, sequence]' },
  { rule: 'handler.tokens', file: 'cloud/worker/batch.ts', was: 'waiting: waiting.filter(stays)', is: 'waiting' },
  { rule: 'handler.tokens', file: 'cloud/worker/batchTime.ts', was: 'if (reading.length === 0) return gain', is: 'if (reading.length >= 0) return gain' },
  { rule: 'handler.tokens', file: 'cloud/worker/evolve.ts', was: 'worker.batch = leaveBatch(worker.batch, event.jobId, at);', is: '' },
  { rule: 'handler.tokens', file: 'cloud/handler/countTokens.ts', was: 'return otherwise ??', is: 'return' },
  { rule: 'handler.tokens', file: 'cloud/handler/distribution.ts', was: "'median', 'p95',", is: '' },
  { rule: 'handler.tokens', file: 'scenario/tables/tokenTraces.ts', was: 'output: written.right[k] ?? 1', is: 'output: 1' },
  { rule: 'handler.tokens', file: 'cloud/handler/tokens.ts', was: 'slopeNs * (sequences - 1)', is: 'slopeNs * sequences' },
];

/** @type {readonly { tests: string, file: string, was: string, is: string }[]} */
// biome-ignore format: a table
export const madeTokens = [
  { tests: recounts, file: 'oracle/audit/recounts.ts', was: '  batchRecount,\n', is: '' },
  { tests: recounts, file: 'oracle/audit/batches.ts', was: '#book = new DueBook<BatchPage>(nextDue)', is: '#book = new DueBook<BatchPage>(() => undefined)' },
  { tests: recounts, file: 'oracle/audit/batches.ts', was: 'made < target || ', is: '' },
  { tests: 'test/world/reports/tokens.test.ts', file: 'world/reports/record/tokenRecorder.ts', was: 'record.tokens += output;', is: '' },
  { tests: 'test/world/reports/tokens.test.ts', file: 'world/reports/record/tokenRecorder.ts', was: '/ (output - 1)', is: '/ output' },
  { tests: 'test/world/reports/tokens.test.ts', file: 'world/reports/record/tokenRecorder.ts', was: "if (stage === 'pushed-back') this.#decode(sequence, false,", is: "if (stage === 'pushed-back') this.#decode(sequence, true," },
  { tests: 'test/world/reports/tokens.test.ts', file: 'lab/study/results/tokensOverTime.ts', was: 'percentile(values, 50, 100)', is: 'percentile(values, 90, 100)' },
  { tests: 'test/http/clients/openai.slow.test.ts', file: 'cloud/handler/openai.ts', was: 'made?.output ?? ', is: '' },
  { tests: batches, file: 'cloud/worker/batch.ts', was: 'memory - Math.floor(memory / 100)', is: 'memory' },
  { tests: batches, file: 'cloud/worker/batch.ts', was: 'prompt + Math.ceil(first.made / unitsPerToken)', is: 'prompt' },
  { tests: batches, file: 'cloud/worker/batch.ts', was: 'mark <= sequence.mark', is: 'mark < sequence.mark' },
  { tests: batches, file: 'cloud/worker/batchTime.ts', was: '(units % each === 0 ? 0 : 1)', is: '0' },
  { tests: batches, file: 'cloud/worker/batchTime.ts', was: 'if (count <= countMax)', is: 'if (true)' },
  { tests: batches, file: 'cloud/worker/batchTime.ts', was: 'reading.length + decoding.length > 1 && held', is: 'held' },
  { tests: batches, file: 'cloud/worker/batchTime.ts', was: ' || isFull(batch)) return at', is: ') return at' },
  { tests: 'test/world/reports/tokens.test.ts', file: 'world/reports/explain/tokens.ts', was: 'waiting[k - 1]', is: 'waiting[k + 1]' },
  { tests: 'test/api/tokens.test.ts', file: 'api/contract/handler/tokens.ts', was: "unit === 's' ? 1_000 : 1", is: '1' },
  { tests: 'test/api/tokens.test.ts', file: 'api/contract/handler/tokens.ts', was: "`.${fraction}`", is: "''" },
  { tests: 'test/api/tokens.test.ts', file: 'api/contract/handler/tokenSizes.ts', was: "'kind' in its ? countDistributionView(its) : its", is: "'kind' in its ? its : its" },
  { tests: 'test/api/tokens.test.ts', file: 'api/contract/parts/distributionUnits.ts', was: 'show: (value) => value', is: 'show: (value) => value + 1' },
  { tests: 'test/cloud/handler/countTokens.test.ts', file: 'cloud/handler/tokenSizes.ts', was: 'Number.isSafeInteger(value) && ', is: '' },
  { tests: 'test/cloud/handler/countTokens.test.ts', file: 'cloud/handler/countTokens.ts', was: 'Math.max(1, countAt', is: 'Math.max(0, countAt' },
  { tests: 'test/scenario/tokens.slow.test.ts', file: 'scenario/tables/tokenTraces.ts', was: "at: 'Timestamp', unit: 's'", is: "at: 'Timestamp', unit: 'ms'" },
  { tests: 'test/scenario/tokens.slow.test.ts', file: 'scenario/lint/tokens.ts', was: "askWhetherMeant(name, Object.keys(fields))", is: "''" },
];
