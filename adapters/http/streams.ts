import { setImmediate } from 'node:timers';
import type { Response } from 'express';
import type { Added, Answer, Frame, Frames } from '../../engine/index.ts';
import type { Stamp } from '../host/hostedCall.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';
import { headersOf, orGiveUp, sendPieces } from './answers.ts';

/** Sends an answer as server-sent events: first the backlog, then new events, until either side ends the stream. */
export const sendFrames = (res: Response, answer: Answer, frames: Frames, served: HostedWorld, stamp: Stamp, requestId: string): void => {
  const begin = { ...answer, headers: { ...answer.headers, ...eventStreamHeaders } };
  if (!sendHead(res, begin, stamp, requestId)) return;
  let isBehind = false;
  /** How many characters are not sent yet because their entries are not durable: what a client has read cannot be taken back. */
  let withheld = 0;
  /** A client that does not read is disconnected when more comes, and may resume later: its events are not buffered without bound. */
  const isUnread = (): boolean => res.writableLength + withheld > served.limits.streamUnread;
  const write = (added: () => Added): void => {
    orGiveUp(res, requestId, () => {
      if (res.writableEnded || res.destroyed) return;
      const { frames: some, ended, more, isCut } = added();
      if (some.length > 0 && isUnread()) {
        res.destroy();
        return;
      }
      const text = some.map(frames.raw === true ? rawText : frameText).join('');
      withheld += text.length;
      isBehind ||= more === true;
      served.durability.onceDurable(() => {
        withheld -= text.length;
        if (res.writableEnded || res.destroyed) return;
        if (text !== '') res.write(text);
        // What was written before is sent first.
        if (isCut === true) setImmediate(() => res.destroy());
        else if (ended) res.end();
        else if (more === true) catchUp();
      });
    });
  };
  // The rest of the backlog is sent as fast as the client reads, with other work in between.
  const catchUp = (): void => {
    const writeBacklog = () => {
      isBehind = false;
      write(frames.backfill);
    };
    if (res.writableNeedDrain) res.once('drain', writeBacklog);
    else setImmediate(writeBacklog);
  };
  const writeNew = (added: () => Added): void => {
    if (!isBehind) write(added);
    else if (isUnread()) res.destroy();
  };
  if (frames.raw === true) res.flushHeaders();
  else res.write(': podsim\n\n');
  write(frames.backfill);
  const { onQuiescent } = frames;
  const unwatch = served.watch({
    next: (change) => writeNew(() => frames.next(change)),
    ...(onQuiescent === undefined ? {} : { onQuiescent: () => writeNew(onQuiescent) }),
  });
  // Nothing is added to a raw stream.
  const heartbeat = setInterval(() => frames.raw === true || res.write(': still here\n\n'), heartbeatMs);
  heartbeat.unref();
  const unclose = served.onClose(() => res.end());
  res.once('close', () => {
    clearInterval(heartbeat);
    unwatch();
    unclose();
  });
};

/** Sends many lines, no faster than the client reads. */
export const sendLines = (res: Response, answer: Answer, lines: Iterable<string>, stamp: Stamp, requestId: string): void => {
  if (!sendHead(res, answer, stamp, requestId)) return;
  // Lines that cannot be read end the connection: what was sent cannot be taken back.
  sendPieces(res, inBlocks(lines));
};

/** Sends the head of an answer whose body follows piece by piece. Returns false where no body follows. */
const sendHead = (res: Response, answer: Answer, stamp: Stamp, requestId: string): boolean => {
  if (res.destroyed) return false;
  orGiveUp(res, requestId, () => {
    res.writeHead(answer.status, headersOf(answer, stamp, requestId));
    if (res.req.method === 'HEAD') res.end();
  });
  return !res.writableEnded;
};

const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

const heartbeatMs = 15_000;

const frameText = ({ id, data }: Frame): string => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

const rawText = ({ data }: Frame): string => String(data);

/** Joins lines to blocks: one write for each line would cost more than the lines do. */
function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += `${line}\n`;
    if (block.length > 65_536) {
      yield block;
      block = '';
    }
  }
  if (block !== '') yield block;
}
