import { setTimeout as pause } from 'node:timers/promises';
import { startWorker } from 'podsim/worker';

/** Does what the input asks for: enough to see each way in which a job can end. */
const handler = async ({ input }, { signal, progress }) => {
  if (input.progress !== undefined) await progress(input.progress);
  if (input.seconds !== undefined) await pause(input.seconds * 1_000, undefined, { signal }).catch(() => undefined);
  if (input.crash === true) process.exit(1);
  if (input.error !== undefined) throw new Error(input.error);
  return input.give ?? { echo: input };
};

/** Gives its chunks one by one. */
async function* streaming({ input }) {
  for (const chunk of input.chunks) yield chunk;
}

await startWorker((job, tools) => (Array.isArray(job.input.chunks) ? streaming(job) : handler(job, tools)));
