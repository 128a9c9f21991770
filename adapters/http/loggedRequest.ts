import { setImmediate } from 'node:timers';

/** A request after its end. Unknown fields are null. */
export interface LoggedRequest {
  /** The world's virtual time when it gave the answer, as an instant. */
  readonly time: string | null;
  readonly world: string | null;
  /** The host that it asked for, with its port. */
  readonly host: string | null;
  readonly method: string;
  readonly path: string;
  /** Null where the client left before the answer. */
  readonly status: number | null;
  /** The rule that refused. */
  readonly rule: string | null;
  /** Why, in words. */
  readonly detail: string | null;
  readonly requestId: string | null;
}

export const logFormats = ['text', 'json', 'none'] as const;
export type LogFormat = (typeof logFormats)[number];

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
