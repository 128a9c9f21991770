import { existsSync, writeFileSync } from 'node:fs';
import { BadInput, exitCodes } from './exit.ts';
import { scenarioEnding } from './files.ts';

/** `podsim new`: writes a small scenario that passes, as a starting point. */
export const newCommand = (path: string): number => {
  const file = path.endsWith(scenarioEnding) ? path : `${path}${scenarioEnding}`;
  if (existsSync(file)) throw new BadInput(`${file}: already exists`);
  try {
    writeFileSync(file, template, { flag: 'wx' });
  } catch (error) {
    throw new BadInput(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  process.stdout.write(`${file} written; run it with: podsim run ${file}\n`);
  return exitCodes.pass;
};

const template = `title: A job is queued, runs, and completes
teaches: [job.run, job.start, job.complete]
world:
  endpoints:
    - id: ep-a
      workers: { min: 0, max: 1 }
      handler: { duration: { fixed: 2s } }
steps:
  - act: run
    with: { endpoint: ep-a, body: { input: { prompt: hi } } }
    save: { job: id }
    expect: { status: 200, body: { status: IN_QUEUE } }
  - when: job $job is COMPLETED
    within: 5m
    act: status
    with: { endpoint: ep-a, job: $job }
    expect: { body: { output: { prompt: hi } } }
assert:
  - sequence: [JobQueued, JobStarted, JobCompleted]
    of: $job
`;
