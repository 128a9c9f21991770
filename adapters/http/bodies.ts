import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type Described, type Json, type LimitName, type Limits, limitWords, type Unreadable } from '../../engine/index.ts';
import { notJson } from './notJson.ts';
import { unfitFor } from './unfit.ts';

/** A body that was read: a value, or what is wrong with it; neither, where there is no body. */
export interface ReadBody {
  readonly value?: Json;
  readonly unreadable?: Unreadable;
}

/** Reads the body of a request to this operation, and passes it to `then`, unless the client has disconnected. */
export const bodyReader = (row: Described, limits: Limits): BodyReader => {
  if (row.body === undefined) return withoutReading;
  const readerOf = row.passesOn ? rawBodyReader : jsonBodyReader;
  const name = row.bodyMax ?? 'body';
  const plain = readerOf(name, limits);
  const packed = limits.unpackedBody < limits[name] ? readerOf('unpackedBody', limits) : plain;
  return (req, res, then) => (isPacked(req) ? packed : plain)(req, res, then);
};

/** A small body may unpack to a very large one. */
const isPacked = ({ headers }: Request): boolean => !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '');

type BodyReader = (req: Request, res: Response, then: (body: ReadBody) => void) => void;

const jsonBodyReader = (name: LimitName, limits: Limits): BodyReader => {
  const parse = parserFor(limits[name]);
  return (req, res, then) => {
    if (!hasBody(req)) return then(emptyBody);
    parse(req, res, (error?: unknown) => {
      if (error !== undefined) return passProblem(error as BodyError, tooLarge(name, limits), then);
      const value = req.body as Json | undefined;
      if (value === undefined) return then(emptyBody);
      const unfit = unfitFor(value, limits);
      then(unfit === undefined ? { value } : { unreadable: { kind: 'malformed', detail: `the body ${unfit}` } });
    });
  };
};

/** A body that is not wanted is neither unpacked nor stored: Node drops it as it comes in. */
export const withoutReading = (_req: Request, _res: Response, then: (body: ReadBody) => void): void => then(emptyBody);

/**
 * A body that is passed on to a worker may be anything. It is read as JSON where its content type says so, or where it has no content
 * type and is JSON. Other text stays text. Bytes that are not UTF-8 become a data URL.
 */
const rawBodyReader = (name: LimitName, limits: Limits): BodyReader => {
  const read = express.raw({ limit: limits[name], type: () => true });
  return (req, res, then) => {
    if (!hasBody(req)) return then(emptyBody);
    read(req, res, (error?: unknown) => {
      if (error !== undefined) return passProblem(error as BodyError, tooLarge(name, limits), then);
      then(rawValue(req.headers['content-type'], req.body as Buffer, limits));
    });
  };
};

const rawValue = (type: string | undefined, bytes: Buffer, limits: Limits): ReadBody => {
  if (!isUtf8(bytes)) return { value: `data:${type ?? 'application/octet-stream'};base64,${bytes.toString('base64')}` };
  const text = bytes.toString('utf8');
  const mustBeJson = type !== undefined && /^application\/([\w.+-]+\+)?json\b/i.test(type);
  const value = mustBeJson ? jsonIn(text) : type === undefined ? (jsonIn(text) ?? text) : text;
  const unfit = value === undefined ? 'is not JSON, as its content type says' : unfitFor(value, limits);
  return unfit === undefined ? { value: value as Json } : { unreadable: { kind: 'malformed', detail: `the body ${unfit}` } };
};

const jsonIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** For a row without a limit of its own: that of the management API (errors.body-size). */
const tooLarge = (name: LimitName, limits: Limits): string =>
  `the body has more than the ${limits[name]} bytes that ${name === 'unpackedBody' ? 'a compressed body may unpack to' : 'this operation takes'} (${limitWords(name)})`;

const emptyBody: ReadBody = {};

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The APIs expect JSON, whatever content type a client states. */
const parserFor = (limit: number): RequestHandler =>
  express.json({
    limit,
    strict: false,
    type: () => true,
    verify: (_req, _res, bytes) => {
      if (bytes.length === 0) throw new Error('the body is empty: send JSON, or no body at all');
      if (!isUtf8(bytes)) throw new Error('the body is not UTF-8');
    },
  });

/** The errors of the parser: they have a type, and the text that could not be parsed. */
interface BodyError extends Error {
  readonly type?: string;
  readonly body?: unknown;
}

const passProblem = (error: BodyError, tooLargeText: string, then: (body: ReadBody) => void): void => {
  if (error.type === 'request.aborted') return;
  if (error.type === 'entity.too.large') return then({ unreadable: { kind: 'too-large', detail: tooLargeText } });
  then({ unreadable: { kind: 'malformed', detail: detailOf(error) } });
};

/** Texts of our own: those of the parser, of zlib and of V8 differ between versions, and these texts are in the log. */
const detailOf = ({ type = '', body, message }: BodyError): string => {
  if (type === 'entity.verify.failed') return message;
  if (type === 'entity.parse.failed') return `the body is not JSON: ${notJson(String(body)) ?? 'it is too deep to be read'}`;
  return details[type] ?? 'the body is not what its content-encoding says: send it compressed so, or without that header';
};

const details: Readonly<Record<string, string>> = {
  'charset.unsupported': 'the charset of the body is not UTF-8: send UTF-8',
  'encoding.unsupported': 'the content-encoding of the body is unknown: send gzip, deflate, br, or no such header',
  'request.size.invalid': 'the body is not as long as its content-length says',
};
