import { type ControlOperation, type DomainEvent, type LogEntry, pacer, type Request, type Steps } from '../../engine/index.ts';
import { type HostedWorld, WorldStopping } from './hostedWorld.ts';
import type { Message, Worked } from './threads.ts';
import type { WorldHost } from './worldHost.ts';

/** What a row answers that works on logs alone: worked out in a thread, so that nobody waits for it but who asked. */
export const answerInThread = (
  serving: WorldHost,
  row: ControlOperation,
  request: Request,
  { id: worldId }: HostedWorld,
  signal: AbortSignal,
): Promise<Worked> => {
  const { limits, threads } = serving;
  const named = [...new Set(row.worksOn?.(worldId, request) ?? [])].flatMap((id) => serving.find(id) ?? []);
  const feed = async (post: (message: Message) => void): Promise<void> => {
    for (const world of named) await handedOver(world, Math.max(limits.comparedEntries, limits.recordedEntries), post, signal);
  };
  return threads.run({ operation: row.id, request, worldId, limits }, feed, signal);
};

/** A thread is given a copy of a world's log, as it stands when the world's turn has come. */
const handedOver = (served: HostedWorld, most: number, post: (message: Message) => void, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const steps = () => handingOver(served, most, post);
    const underway = served.ask(steps, resolve, { refuse: (because) => reject(new WorldStopping(because)), fail: reject });
    if (underway === undefined) return;
    signal.addEventListener('abort', () => {
      underway.leave();
      reject(signal.reason);
    });
  });

function* handingOver({ id, world }: HostedWorld, most: number, post: (message: Message) => void): Steps<void> {
  const { header, log, now } = world;
  const { length } = log;
  post({ log: { id, header, length, now } });
  // Of a longer one its row says that it is too long.
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
