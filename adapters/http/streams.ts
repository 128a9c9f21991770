import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { Added, Answer, Frame, Frames } from '../../engine/index.ts';
import { headersOf } from './answers.ts';
import type { ServedWorld, Stamp } from './servedWorld.ts';

/** Sends an answer that goes on as server-sent events: what there is at once, then what comes, until one side ends it. */
export const sendFrames = (res: Response, answer: Answer, frames: Frames, served: ServedWorld, stamp: Stamp, requestId: string): void => {
  res.writeHead(answer.status, headersOf({ ...answer, headers: { ...answer.headers, ...eventStreamHeaders } }, stamp, requestId));
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  const write = ({ frames: some, ended }: Added) => {
    if (res.writableEnded) return;
    if (some.length > 0) res.write(some.map(frameText).join(''));
    // A reader that does not read is cut off, and may resume; memory is not kept for it.
    if (res.writableLength > unreadMax) res.destroy();
    else if (ended) res.end();
  };
  res.write(': podsim\n\n');
  write(frames.backfill());
  const { settled } = frames;
  const unwatch = served.watch({
    next: (change) => write(frames.next(change)),
    ...(settled === undefined ? {} : { settled: () => write(settled()) }),
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
  res.writeHead(answer.status, headersOf(answer, stamp, requestId));
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  Readable.from(inBlocks(lines)).pipe(res);
};

const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

const unreadMax = 4_000_000;
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
