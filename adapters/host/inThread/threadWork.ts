import { isLeft } from 'fp-ts/lib/Either.js';
import type { DomainEvent, Request } from '../../../engine/cloud/index.ts';
import { logsFor, type ServerOperation } from '../../../engine/control/index.ts';
import { type LogEntry, pacer, type Steps } from '../../../engine/kernel/index.ts';
import { formatBody } from '../call/bodyText.ts';
import { WorldStopping } from '../call/stopping.ts';
import type { Message, Worked } from '../threads/threads.ts';
import type { HostedWorld } from '../world/hostedWorld.ts';
import type { WorldHost } from '../world/worldHost.ts';

/**
 * Answers, in a worker thread, an operation that needs only logs, so no other request waits for it. A call that is refused without them is
 * answered here.
 */
export const answerInThread = async (
  host: WorldHost,
  row: ServerOperation,
  request: Request,
  { id: worldId, world, journal }: HostedWorld,
  signal: AbortSignal,
): Promise<Worked> => {
  const { limits, threads } = host;
  const needed = logsFor({ worldId, world, journal, host, isAwaited: () => true }, row, request);
  if (isLeft(needed)) return { answer: needed.left, text: formatBody(needed.left) };
  const named = [...new Set(needed.right)].flatMap((id) => host.find(id) ?? []);
  const feed = async (post: (message: Message) => void): Promise<void> => {
    for (const world of named) await handOver(world, Math.max(limits.comparedEntries, limits.recordedEntries), post, signal);
  };
  return await threads.run({ operation: row.id, request, worldId, limits }, feed, signal);
};

/** Gives a thread a copy of a world's log, once no other work on that world is under way. */
const handOver = (served: HostedWorld, most: number, post: (message: Message) => void, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const steps = () => handOverInSteps(served, most, post);
    const underway = served.ask(steps, resolve, { refuse: (because) => reject(new WorldStopping(because)), fail: reject });
    if (underway === undefined) return;
    signal.addEventListener('abort', () => {
      underway.leave();
      reject(signal.reason);
    });
  });

function* handOverInSteps({ id, world }: HostedWorld, most: number, post: (message: Message) => void): Steps<void> {
  const { header, log, now } = world;
  const { length } = log;
  post({ log: { id, header, length, now } });
  // A longer log is not copied: the operation refuses it for its length.
  if (length > most) return;
  const pauses = pacer();
  let entries: LogEntry<DomainEvent>[] = [];
  for (const entry of log.entries()) {
    entries.push(entry);
    if (!pauses()) continue;
    post({ entries });
    entries = [];
    yield;
  }
  post({ entries });
}
