import type { Request, RequestHandler, Response } from 'express';

/** A request, once it is over. What is not known of it is null. */
export interface LoggedRequest {
  /** The world's virtual time when it gave the answer, as an instant. */
  readonly time: string | null;
  readonly world: string | null;
  readonly method: string;
  readonly path: string;
  /** Null where the client left before the answer. */
  readonly status: number | null;
  /** The rule that refused. */
  readonly rule: string | null;
  readonly requestId: string | null;
}

export const logFormats = ['text', 'json', 'none'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Logs every request when it is over: a stream when it ends, a pending call when it is answered. */
export const requestLog =
  (log: (request: LoggedRequest) => void): RequestHandler =>
  (req, res, next) => {
    const headers = headersWritten(res);
    res.once('close', () => log(describeRequest(req, res, headers())));
    next();
  };

/** The headers of the answer, once they are written. Node keeps none that are written as a list. */
const headersWritten = (res: Response): (() => readonly string[]) => {
  let written: readonly string[] = [];
  const { writeHead } = res;
  res.writeHead = (...args: readonly unknown[]) => {
    const headers = args.at(-1);
    if (Array.isArray(headers)) written = headers;
    return Reflect.apply(writeHead, res, args);
  };
  return () => written;
};

const describeRequest = ({ method, originalUrl: path }: Request, res: Response, headers: readonly string[]): LoggedRequest => {
  const findHeader = (name: string): string | null => headers.find((_, k) => k % 2 === 1 && headers[k - 1] === name) ?? null;
  return {
    time: findHeader('x-podsim-time'),
    world: findHeader('x-podsim-world'),
    method,
    path,
    status: res.headersSent ? res.statusCode : null,
    rule: findHeader('x-podsim-rule'),
    requestId: findHeader('x-request-id'),
  };
};

/** Writes requests as lines, all of one turn of the event loop together. Undefined where none is to be written. */
export const requestLines = (format: LogFormat, write: (text: string) => void): ((request: LoggedRequest) => void) | undefined => {
  if (format === 'none') return undefined;
  const lineOf = format === 'json' ? (request: LoggedRequest) => JSON.stringify(request) : textLine;
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    write(text);
  };
  return (request) => {
    if (lines === '') setImmediate(flush);
    lines += `${lineOf(request)}\n`;
  };
};

const textLine = ({ time, method, path, status, rule }: LoggedRequest): string =>
  `${time ?? '-'.padEnd(24)} ${status ?? '---'} ${method} ${path}${rule === null ? '' : ` ${rule}`}`;
