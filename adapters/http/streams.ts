import { setImmediate } from 'node:timers';
import type { Response } from 'express';
import { type Added, type Answer, type Frame, type Frames, limitWords } from '../../engine/api/index.ts';
import type { Stamp, Watcher } from '../host/call/hostedCall.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import { orGiveUp, sendPieces, writeHeaders } from './answers.ts';
import { countBytes, Outlet, UnreadStreams } from './unread.ts';

/**
 * Sends an answer as server-sent events: first the backlog, then new events, until either side ends the stream. A client that is too far
 * behind is disconnected at the next event, with a word that says why, and may resume later.
 */
export const sendFrames = (
  res: Response,
  answer: Answer,
  frames: Frames,
  served: HostedWorld,
  stamp: Stamp,
  requestId: string,
  all = new UnreadStreams(served.limits),
): void => {
  const begin = { ...answer, headers: { ...answer.headers, ...eventStreamHeaders } };
  if (!sendHead(res, begin, stamp, requestId)) return;
  const { onQuiescent } = frames;
  let isBehind = onQuiescent !== undefined;
  /** The number of bytes that wait until their entries are durable: a client's reads cannot be taken back. */
  let withheld = 0;
  const followed: (() => void)[] = [];
  const stopFollowing = () => {
    for (const stop of followed.splice(0)) stop();
  };
  const outlet = new Outlet(res, all, (limit) => {
    stopFollowing();
    breakOffWith(res, `: this stream ends here, because too much of it is unread: ${limitWords(limit)}\n\n`);
  });
  const encode = frames.raw === true ? encodeRaw : encodeFrame;
  const write = (added: () => Added): void => {
    orGiveUp(res, requestId, () => {
      if (outlet.isOver) return;
      const { frames: some, ended, more, isCut } = added();
      if (some.length > 0 && isTooFarBehind()) return outlet.drop('streamUnread');
      if (some.length > 0 && frames.raw !== true) served.streams.noteRead();
      const pieces = some.map(encode);
      const bytes = countBytes(pieces);
      withheld += bytes;
      isBehind ||= more === true;
      const send = () => {
        withheld -= bytes;
        if (outlet.isOver) return;
        outlet.send(pieces);
        // Earlier writes are sent first.
        if (isCut === true) setImmediate(() => res.destroy());
        else if (ended) outlet.end();
        // The rest of the backlog is sent as fast as the client reads, with other work in between.
        else if (more === true) outlet.whenWritten(writeBacklog);
      };
      served.durability.onceDurable(() => all.sendSoon(send));
    });
  };
  const isTooFarBehind = (): boolean => outlet.unread + withheld > served.limits.streamUnread;
  const writeBacklog = (): void => {
    isBehind = false;
    write(frames.backfill);
  };
  const writeNew = (added: () => Added): void => {
    if (!isBehind) write(added);
    else if (isTooFarBehind()) outlet.drop('streamUnread');
  };
  if (frames.raw === true) res.flushHeaders();
  else res.write(': podsim\n\n');
  res.once('close', () => {
    stopFollowing();
    outlet.forget();
  });
  // A stream that follows the whole log may begin with a long one.
  if (isBehind) outlet.whenWritten(writeBacklog);
  else write(frames.backfill);
  if (outlet.isOver) return;
  // New events are fetched in a separate turn, once for all changes of a call: there may be a thousand streams.
  const pull = () => onQuiescent !== undefined && writeNew(onQuiescent);
  const next: Watcher['next'] = (change) => (onQuiescent === undefined ? writeNew(() => frames.next(change)) : all.pullSoon(pull));
  const { follows } = frames;
  const settle = onQuiescent === undefined ? follows && (() => served.streams.look()) : () => all.pullSoon(pull);
  followed.push(served.watch({ next, ...(settle === undefined ? {} : { onQuiescent: settle }) }));
  if (follows !== undefined) followed.push(served.streams.follow(follows));
  // Nothing is added to a raw stream.
  const heartbeat = setInterval(() => frames.raw === true || outlet.isOver || outlet.send([stillHere]), heartbeatMs);
  heartbeat.unref();
  const endAll = () => {
    pull();
    all.sendNow();
    outlet.end();
  };
  followed.push(
    served.onClose(endAll),
    () => clearInterval(heartbeat),
    () => all.forget(pull),
  );
};

/** Breaks a stream off after a last comment, which a client gets that reads on soon. */
const breakOffWith = (res: Response, comment: string): void => {
  res.write(comment, () => res.destroy());
  const lingering = setTimeout(() => res.destroy(), lingerMs).unref();
  res.once('close', () => clearTimeout(lingering));
};

const lingerMs = 1_000;

/** Sends many lines, no faster than the client reads. */
export const sendLines = (res: Response, answer: Answer, lines: Iterable<string>, stamp: Stamp, requestId: string): void => {
  if (!sendHead(res, answer, stamp, requestId)) return;
  // Unreadable lines end the connection: the bytes sent so far cannot be taken back.
  sendPieces(res, inBlocks(lines));
};

/** Sends the head of an answer whose body follows piece by piece. Returns false where no body follows. */
const sendHead = (res: Response, answer: Answer, stamp: Stamp, requestId: string): boolean => {
  if (res.destroyed) return false;
  orGiveUp(res, requestId, () => {
    res.writeHead(answer.status, writeHeaders(answer, stamp, requestId));
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

const stillHere = Buffer.from(': still here\n\n');

/** The bytes of frames that were sent: a frame that many streams share is encoded once. */
const encoded = new WeakMap<Frame, Buffer>();

const encodeFrame = (frame: Frame): Buffer => {
  const bytes = encoded.get(frame) ?? Buffer.from(`id: ${frame.id}\ndata: ${frame.text ?? JSON.stringify(frame.data)}\n\n`);
  encoded.set(frame, bytes);
  return bytes;
};

const encodeRaw = ({ data }: Frame): Buffer => Buffer.from(String(data));

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
