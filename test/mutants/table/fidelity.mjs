const tests = 'test/lab/fidelity/fidelity.slow.test.ts';
const recording = 'test/lab/fidelity/recording.test.ts';
const jobsFile = 'test/lab/fidelity/jobsFile.test.ts';
// biome-ignore format: a table
export const fidelity = [
  { tests: 'test/lab/fidelity/report.slow.test.ts', file: 'lab/fidelity/assess.ts', was: 'without.some((one) => one === mechanism)', is: 'false' },
  { tests: 'test/lab/fidelity/report.slow.test.ts', file: 'lab/fidelity/byMechanism.ts', was: 'b.after - b.before - (a.after - a.before)', is: 'a.after - b.after' },
  { tests: 'test/lab/fidelity/report.slow.test.ts', file: 'lab/fidelity/keptFigures.ts', was: 'if (was === undefined) return [];', is: '' },
  { tests: 'test/lab/fidelity/report.slow.test.ts', file: 'lab/fidelity/reportFormat.ts', was: 'seeds: z.int().min(1)', is: 'seeds: z.int()' },
  { tests: 'test/lab/fidelity/corpus.slow.test.ts', file: 'lab/fidelity/report.ts', was: '.filter((one) => !isPlayed(one))', is: '' },
  { tests, file: 'lab/fidelity/estimate/estimators.ts', was: 'weight: 1 / (perRun.get(run) ?? 1)', is: 'weight: 1' },
  { tests, file: 'lab/fidelity/reading.ts', was: 'found.set(jobId, [...(found.get(jobId) ?? []), time]);', is: '' },
  { tests, file: 'lab/fidelity/estimate/estimate.ts', was: "({ kind }) => kind === 'observed'", is: "({ kind }) => kind === 'documented'" },
  { tests, file: 'lab/fidelity/estimate/estimate.ts', was: '(inPlays(unit, one) - off) / per', is: 'inPlays(unit, one)' },
  { tests, file: 'lab/fidelity/estimate/quantities.ts', was: "setting: 'worker.takeDelay'", is: "setting: 'worker.start'" },
  { tests, file: 'lab/fidelity/fidelity.ts', was: 'spec[by] !== name', is: 'spec[by] === name' },
  { tests, file: 'lab/fidelity/judge.ts', was: '(predicted - high) / (high === 0 ? about : high)', is: '0' },
  { tests, file: 'lab/fidelity/observation.ts', was: 'at < before.at', is: 'at > before.at' },
  { tests, file: 'lab/fidelity/playObservation.ts', was: 'answers.set(name, [...(answers.get(name) ?? []), seen]);', is: 'answers.clear();' },
  { tests, file: 'lab/fidelity/estimate/snapshot.ts', was: 'likelihood <= most', is: 'likelihood >= most' },
  { tests, file: 'lab/fidelity/summary.ts', was: "unseen !== true", is: 'true' },
  { tests, file: 'lab/fidelity/suppose.ts', was: 'if (value === undefined || endpoints === undefined) return world;', is: 'return world;' },
  { tests, file: 'lab/fidelity/units.ts', was: 's: 1_000', is: 's: 100' },
  { tests, file: 'lab/fidelity/valueProblems.ts', was: "typeof one !== 'number'", is: "typeof one === 'boolean'" },
  { tests, file: 'lab/fidelity/format.ts', was: "source: text", is: 'source: text.optional()' },
  { tests, file: 'statistics/sample.ts', was: 'share * (ascending.length - 1)', is: '0 * (ascending.length - 1)' },
  { tests: recording, file: 'lab/fidelity/observe/answers.ts', was: "status: z.string(),\n  delayTime", is: "status: z.string().optional(),\n  delayTime" },
  { tests: recording, file: 'lab/fidelity/observe/observationText.ts', was: 'if (under > 0)', is: 'if (under > 9)' },
  { tests: recording, file: 'lab/fidelity/observe/recording.ts', was: "'duration', 'firstJob'", is: "'duration', 'output', 'firstJob'" },
  { tests: recording, file: 'lab/fidelity/observe/series.ts', was: 'jobs.some(({ at }) => at === poll.at)', is: 'false' },
  { tests: recording, file: 'lab/fidelity/observe/values.ts', was: 'ms - less', is: 'ms' },
  { tests: jobsFile, file: 'lab/fidelity/observe/jobsFile.ts', was: 'ttl < executionTime', is: 'ttl > executionTime' },
  { tests: jobsFile, file: 'lab/fidelity/observe/spending.ts', was: 'Math.min(perJob, perWorker)', is: 'perJob' },
];
