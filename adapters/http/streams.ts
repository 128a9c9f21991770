import { setImmediate } from 'node:timers';
import type { Response } from 'express';
import type { Added, Answer, Frame, Frames } from '../../engine/index.ts';
import type { HostedWorld, Stamp } from '../host/hostedWorld.ts';
import { headersOf, orGiveUp, sendPieces } from './answers.ts';

/** Sends an answer that goes on as server-sent events: what there is at once, then what comes, until one side ends it. */
export const sendFrames = (res: Response, answer: Answer, frames: Frames, served: HostedWorld, stamp: Stamp, requestId: string): void => {
  const begin = { ...answer, headers: { ...answer.headers, ...eventStreamHeaders } };
  if (!begins(res, begin, stamp, requestId)) return;
  let isBehind = false;
  /** How much is not kept yet, and so not sent: what a client has read cannot be taken back. */
  let withheld = 0;
  /** A reader that does not read is cut off when more comes, and may resume; memory is not kept for it. */
  const isUnread = (): boolean => res.writableLength + withheld > served.limits.streamUnread;
  const write = (added: () => Added): void => {
    orGiveUp(res, requestId, () => {
      if (res.writableEnded || res.destroyed) return;
      const { frames: some, ended, more } = added();
      if (some.length > 0 && isUnread()) {
        res.destroy();
        return;
      }
      const text = some.map(frameText).join('');
      withheld += text.length;
      isBehind ||= more === true;
      served.onceDurable(() => {
        withheld -= text.length;
        if (res.writableEnded || res.destroyed) return;
        if (text !== '') res.write(text);
        if (ended) res.end();
        else if (more === true) catchUp();
      });
    });
  };
  // What there is more goes out as fast as it is read, and others have their turn in between.
  const catchUp = (): void => {
    const goOn = () => {
      isBehind = false;
      write(frames.backfill);
    };
    if (res.writableNeedDrain) res.once('drain', goOn);
    else setImmediate(goOn);
  };
  const writeNew = (added: () => Added): void => {
    if (!isBehind) write(added);
    else if (isUnread()) res.destroy();
  };
  res.write(': podsim\n\n');
  write(frames.backfill);
  const { settled } = frames;
  const unwatch = served.watch({
    next: (change) => writeNew(() => frames.next(change)),
    ...(settled === undefined ? {} : { settled: () => writeNew(settled) }),
  });
  const heartbeat = setInterval(() => res.write(': still here\n\n'), heartbeatMs);
  heartbeat.unref();
  const unclose = served.onClose(() => res.end());
  res.once('close', () => {
    clearInterval(heartbeat);
    unwatch();
    unclose();
  });
};

/** Sends many lines, no faster than they are taken. */
export const sendLines = (res: Response, answer: Answer, lines: Iterable<string>, stamp: Stamp, requestId: string): void => {
  if (!begins(res, answer, stamp, requestId)) return;
  // Lines that cannot be read end the connection: what has been sent cannot be taken back.
  sendPieces(res, inBlocks(lines));
};

/** Sends the head of an answer whose body comes piece by piece; false where none comes. */
const begins = (res: Response, answer: Answer, stamp: Stamp, requestId: string): boolean => {
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

/** Lines joined to blocks: a write for each would cost more than the lines do. */
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
