import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { clientIn, readDeclarations } from './clientModule.ts';
import { type ClientTask, type ThreadData, type ThreadReply, takeClientTask } from './clientTasks.ts';
import { VirtualTimers } from './virtualTimers.ts';

// The entry point of a thread that runs a client. Its timers are virtual before the client's module is loaded.

const { file, beats } = workerData as ThreadData;
const port = parentPort;
const timers = VirtualTimers.install();
const loaded = import(pathToFileURL(file).href)
  .catch((error: unknown) => {
    const wayOut = /\.[cm]?tsx?$/.test(file)
      ? 'write the client in JavaScript, as .mjs, or test it with `explore` of podsim/vitest, which reads TypeScript'
      : 'a client does its work in the function that it exports';
    throw new Error(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}; ${wayOut}`);
  })
  .then((module: Readonly<Record<string, unknown>>) => ({ client: clientIn(module, file), declared: readDeclarations(module, file) }));
// Told with the first task.
loaded.catch(() => undefined);

const replyError = (error: unknown): ThreadReply => ({ error: error instanceof Error ? error.message : String(error) });

port?.on('message', (task: ClientTask) => {
  loaded
    .then(async ({ client, declared: { own, mayGiveUp } }): Promise<ThreadReply> => {
      const [onTurn, onRun] = [() => Atomics.add(beats, 0, 1), (run: number) => Atomics.store(beats, 1, run)];
      return { value: await takeClientTask(client, task, { timers, own, onTurn, onRun }), mayGiveUp };
    })
    .catch(replyError)
    .then((reply) => port.postMessage(reply));
});
