import type { Request, Response } from 'express';
import {
  type Contract,
  contractBodyMax,
  type Described,
  explainLargeBody,
  type LimitName,
  type Limits,
  limitWords,
} from '../../engine/api/index.ts';
import type { Unreadable } from '../../engine/cloud/index.ts';
import { finish, type Json, type Steps } from '../../engine/kernel/index.ts';
import { passOn, Turns } from '../host/call/turns.ts';
import { type BodyBytes, type BodyError, GrowingBody, readBytes, readPackedBytes } from './bodyBytes.ts';
import { type JsonRead, notJson, readJson } from './jsonReader.ts';
import type { AppLocals } from './routes.ts';
import { type Unfit, unfit, unfitFor, type ValuesName, valuesLimit } from './unfit.ts';

/** A read body: a value, or the problem with it; neither if there is no body. */
export interface ReadBody {
  readonly value?: Json;
  readonly unreadable?: Unreadable;
  /** It was long, and was read in steps. */
  readonly isLong?: true;
}

/**
 * Reads the body of a request to this operation, and passes it to `then`, unless the client has disconnected. `most`: the contract's limit.
 */
const bodyReader = (row: Described, reading: BodyReading, most?: number): BodyReader => {
  if (row.body === undefined) return withoutReading;
  const { limits } = reading;
  const [name, valueIn] = [row.bodyMax ?? 'body', row.passesOn ? rawValue : jsonValue];
  if (most === undefined || most >= limits[name]) return makeReader(name, reading, valueIn);
  return makeReader(name, { ...reading, limits: { ...limits, [name]: most } }, valueIn, explainLargeBody(most));
};

/** The readers of an operation's bodies in a world of each contract: for known callers, and for others. */
export const bodyReaders = (row: Described, reading: BodyReading): ((contract: Contract | undefined, isKnown: boolean) => BodyReader) => {
  const usual = bodyReader(row, reading);
  let bounded: BodyReader | undefined;
  return (contract, isKnown) => {
    const most = contract === undefined ? undefined : contractBodyMax(row, contract);
    if (most === undefined) return isKnown ? usual : withoutReading;
    bounded ??= bodyReader(row, reading, most);
    return isKnown ? bounded : lookAtSize(most);
  };
};

/** How a server reads: within these limits, and how long in one turn of the event loop. */
export interface BodyReading {
  readonly limits: Limits;
  readonly sliceMs?: number | undefined;
}

/** `fail` receives errors. */
type BodyReader = (req: Request, res: Response, then: (body: ReadBody) => void, fail: (error: unknown) => void) => void;

/** The reader of bodies of JSON, within that limit. */
export const makeJsonReader = (name: LimitName, reading: BodyReading): BodyReader => makeReader(name, reading, jsonValue);

/** Reads the bytes, unpacks them, and makes a value of them. A small body may unpack to a very large one. */
const makeReader = (name: LimitName, { limits, sliceMs }: BodyReading, valueIn: ValueReader, largeText?: string): BodyReader => {
  const unpacked = limits.unpackedBody < limits[name] ? 'unpackedBody' : name;
  const bounds = { limits, sliceMs, values: valuesLimit(name) };
  return (req, res, then, fail) => {
    if (!hasBody(req)) return then(emptyBody);
    const [isPacked, type] = [!/^(?:identity)?$/i.test(req.headers['content-encoding'] ?? ''), req.headers['content-type']];
    const [body, { bodies }] = [new GrowingBody(), req.app.locals as AppLocals];
    const end = (read: ReadBody): void => {
      bodies.forget(body);
      then(read);
    };
    res.once('close', () => bodies.forget(body));
    const take = (bytes: BodyBytes): void => valueIn(type, bytes, { ...bounds, fail }, end);
    const onError = (error: BodyError): void => end(explain(error, largeText ?? tooLarge(isPacked ? unpacked : name, limits)));
    if (isPacked) readPackedBytes(req, res, { most: limits[unpacked], body, bodies }, take, onError);
    else readBytes(req, { most: limits[name], body, bodies }, take, onError);
  };
};

/** The body of a call that is refused for who makes it: it is not read, but one that says it is too large is refused for that (errors.body-size). */
const lookAtSize =
  (most: number): BodyReader =>
  ({ headers }, _res, then) =>
    then(Number(headers['content-length'] ?? 0) > most ? { unreadable: { kind: 'too-large', detail: explainLargeBody(most) } } : emptyBody);

/** An unwanted body is neither unpacked nor stored: Node drops it as it arrives. */
const withoutReading = (_req: Request, _res: Response, then: (body: ReadBody) => void): void => then(emptyBody);

/** Makes a value of the bytes of a body with this content type, and passes it on: at once, or later if there are many bytes. */
type ValueReader = (type: string | undefined, bytes: BodyBytes, bounds: BodyBounds, then: (body: ReadBody) => void) => void;

interface BodyBounds extends BodyReading {
  readonly values: ValuesName;
  readonly fail: (error: unknown) => void;
}

/** The APIs expect JSON, whatever content type a client states. */
const jsonValue: ValueReader = (type, bytes, bounds, then) => {
  if (bytes.length === 0) return then(refuseMalformed('the body is empty: send JSON, or no body at all'));
  if (/charset="?(?!utf-?8\b)/i.test(type ?? '')) return then(refuseMalformed('the charset of the body is not UTF-8: send UTF-8'));
  const onText = (text: string | undefined): void => {
    if (text === undefined) return then(refuseMalformed('the body is not UTF-8'));
    readText(withoutMark(text), bounds, ({ text: _, ...body }) => then(body));
  };
  decode(bytes, bounds, onText);
};

/** Without the byte order mark. */
const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/**
 * A body that is passed on to a worker may be anything. It is read as JSON if its content type says so, or if it has no content
 * type and is JSON. Other text stays text. Bytes that are not UTF-8 become a data URL.
 */
const rawValue: ValueReader = (type, bytes, bounds, then) => {
  const mustBeJson = type !== undefined && /^application\/([\w.+-]+\+)?json\b/i.test(type);
  const onText = (text: string | undefined): void => {
    if (text === undefined) return then({ value: `data:${type ?? 'application/octet-stream'};base64,${bytes.join().toString('base64')}` });
    if (!mustBeJson && type !== undefined) return then({ value: text });
    readText(text, bounds, ({ text: other, ...body }) => {
      if (other === undefined) return then(body);
      then(mustBeJson ? refuseMalformed('the body is not JSON, as its content type says') : { value: other });
    });
  };
  decode(bytes, bounds, onText);
};

/** A longer text is decoded and read in steps: at once, it could take longer than others may wait in all. */
const bytesAtOnce = 32_768;

/** Reads JSON; a long one in steps. */
const readText = (text: string, bounds: BodyBounds, then: (body: UnpackedText) => void): void => {
  if (text.length <= bytesAtOnce) return then(readShort(text, bounds));
  const { bodyDepth: depth, objectNames: names } = bounds.limits;
  const most = { values: bounds.limits[bounds.values], names, depth };
  inTurns(
    () => readJson(text, most),
    bounds,
    (read) => then(bodyRead(read, text, bounds)),
  );
};

/** Passes on the text of UTF-8; undefined if it is not UTF-8. */
const decode = (bytes: BodyBytes, bounds: BodyBounds, then: (text: string | undefined) => void): void => {
  if (bytes.length <= bytesAtOnce) return then(finish(bytes.text(bytesAtOnce)));
  inTurns(() => bytes.text(bytesAtOnce), bounds, then);
};

const inTurns = <Result>(work: () => Steps<Result>, { sliceMs, fail }: BodyBounds, then: (result: Result) => void): void => {
  new Turns(sliceMs).take({ steps: () => passOn(work, then), fail, refuse: () => undefined });
};

/** `text`: given where it is no JSON. */
interface UnpackedText extends ReadBody {
  readonly text?: string;
}

const readShort = (text: string, { limits, values }: BodyBounds): UnpackedText => {
  const value = jsonIn(text);
  if (value === undefined) return notJsonBody(notJson(text) ?? 'it is too deep to be read', text);
  const wrong = unfitFor(value, limits, values);
  return wrong === undefined ? { value } : refuseUnfit(wrong);
};

const bodyRead = (read: JsonRead, text: string, { limits, values }: BodyBounds): UnpackedText => {
  if ('value' in read) return { value: read.value, isLong: true };
  if ('notJson' in read) return notJsonBody(read.notJson, text);
  if ('isTooLargeNumber' in read) return refuseUnfit(unfit.tooLarge);
  if (read.over === 'depth') return refuseUnfit(unfit.tooDeep(limits));
  return refuseUnfit(read.over === 'names' ? unfit.tooManyNames(limits) : unfit.tooMany(limits, values));
};

const notJsonBody = (words: string, text: string): UnpackedText => ({ ...refuseMalformed(`the body is not JSON: ${words}`), text });

const refuseUnfit = ({ kind, words }: Unfit): UnpackedText => ({ unreadable: { kind, detail: `the body ${words}` } });

const refuseMalformed = (detail: string): UnpackedText => ({ unreadable: { kind: 'malformed', detail } });

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

/** Texts of our own: those of zlib differ between versions, and these texts are in the log. */
const explain = ({ type }: BodyError, tooLargeText: string): ReadBody => {
  if (type === 'entity.too.large') return { unreadable: { kind: 'too-large', detail: tooLargeText } };
  if (type === 'bodies.too.large')
    return {
      unreadable: {
        kind: 'too-large',
        detail: `the bodies that this server reads have too many bytes together (${limitWords('bodiesRead')})`,
      },
    };
  return refuseMalformed(
    type === 'encoding.unsupported'
      ? 'the content-encoding of the body is unknown: send gzip, deflate, br, or no such header'
      : 'the body is not what its content-encoding says: send it compressed so, or without that header',
  );
};
