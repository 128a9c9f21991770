import { parentPort } from 'node:worker_threads';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { answerControl, type ControlContext, serverOperations } from '../../../engine/control/index.ts';
import { finish, type LogEntry } from '../../../engine/kernel/index.ts';
import { makeHistory } from '../../../engine/world/index.ts';
import { sha256 } from '../../store/sha256.ts';
import { formatBody, splitText } from '../call/bodyText.ts';
import type { LogHead, Message, Task, Worked } from '../threads/threads.ts';

/** The worker thread's entry point. It computes answers from copies of logs, one after the other (`threads.ts`). */
const logs: (LogHead & { readonly entries: LogEntry<DomainEvent>[] })[] = [];

parentPort?.on('message', (message: Message) => {
  if ('log' in message) logs.push({ ...message.log, entries: [] });
  else if ('entries' in message) for (const entry of message.entries) logs.at(-1)?.entries.push(entry);
  else {
    const worked = workOut(message.task);
    // Buffers are transferred, not copied.
    parentPort?.postMessage(worked, typeof worked.text === 'object' ? worked.text.map(({ buffer }) => buffer as ArrayBuffer) : []);
  }
});

const workOut = ({ operation, request, worldId, limits }: Task): Worked => {
  const row = serverOperations.find(({ id }) => id === operation);
  if (row === undefined) throw new Error(`there is no operation ${operation}`);
  const worlds = logs.splice(0).map(({ id, header, length, now, entries }) => {
    const { log } = makeHistory(header, entries);
    return { id, world: { header, now, sha256, log: { ...log, length } } };
  });
  const world = worlds.find(({ id }) => id === worldId)?.world ?? { sha256 };
  // An operation with `worksOn` reads no more of its context than this.
  const context = { worldId, world, host: { limits, worlds: () => worlds } } as unknown as ControlContext;
  const whole = finish(answerControl(context, row, request));
  const { body: _, ...answer } = whole;
  return { answer, text: splitText(formatBody(whole)) };
};
