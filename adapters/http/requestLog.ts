import type { Request, RequestHandler, Response } from 'express';
import { findDetail } from './answers.ts';
import type { LoggedRequest } from './loggedRequest.ts';

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

const describeRequest = (
  { method, originalUrl: path, headers: { host } }: Request,
  res: Response,
  headers: readonly string[],
): LoggedRequest => {
  const findHeader = (name: string): string | null => headers.find((_, k) => k % 2 === 1 && headers[k - 1] === name) ?? null;
  return {
    time: findHeader('x-podsim-time'),
    world: findHeader('x-podsim-world'),
    host: host ?? null,
    method,
    path,
    status: res.headersSent ? res.statusCode : null,
    rule: findHeader('x-podsim-rule'),
    detail: findDetail(res) ?? null,
    requestId: findHeader('x-request-id'),
  };
};
