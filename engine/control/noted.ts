import { limitWords } from '../api/reading/bounds.ts';
import type { Request } from '../cloud/input.ts';
import type { Json } from '../kernel/canonical.ts';

/** A request as the journal stores it, and how many characters that takes. */
export interface Noted {
  readonly request: Request;
  readonly size: number;
}

/** Stores a short request as it is. For a longer one, drops the query and the caller's additions, and cuts the body. */
export const abridge = (request: Request, most: number): Noted => {
  const { body, ...rest } = request;
  const around = sizeOfRest(rest, most);
  const ofBody = body === undefined ? 0 : sizeUpTo(body, most);
  if (around <= most && ofBody <= most) return { request, size: around + ofBody };
  const [kept, size] = around > most ? [withoutQuery(rest), 0] : [rest, around];
  if (body === undefined) return { request: kept, size };
  if (ofBody <= most) return { request: { ...kept, body }, size: size + ofBody };
  return { request: { ...kept, body: `${writeBeginning(body, most).slice(0, most)}${cutNote}` }, size: size + most };
};

/** The rest of a request when there is no more room for it. */
export const bare = (request: Request): Request => {
  const { body, ...rest } = request;
  return body === undefined ? withoutQuery(rest) : { ...withoutQuery(rest), body: `[dropped: ${limitWords('journalBodies')}]` };
};

/** Cuts a text to that many characters, with a note if there were more. */
export const cutText = (text: string, most: number): string =>
  // A slice would hold on to the whole text.
  text.length <= most ? text : `${JSON.parse(JSON.stringify(text.slice(0, most)))}${cutNote}`;

const cutNote = ` … [cut: ${limitWords('journalBody')}]`;

const withoutQuery = ({ query: _, podsim: __, headers: ___, ...rest }: Omit<Request, 'body'>): Request => ({ ...rest, query: {} });

/** The parameters of a path count for nothing: a path is short. */
const sizeOfRest = ({ query, podsim, headers }: Omit<Request, 'body'>, most: number): number => {
  let size = 0;
  for (const part of [query, podsim, headers]) {
    if (part === undefined) continue;
    for (const [name, value] of Object.entries(part)) size += name.length + sizeUpTo(value as Json, most);
  }
  return size;
};

/** The size of a value's overhead besides its characters, such as for a number or an empty object. */
const partSize = 32;

/** The characters of a value with the overhead of its parts; any larger number if it has more than `most`. */
const sizeUpTo = (value: Json, most: number): number => {
  if (typeof value === 'string') return value.length;
  let size = partSize;
  if (value === null || typeof value !== 'object') return size;
  if (isList(value)) {
    for (const part of value) {
      size += sizeUpTo(part, most - size);
      if (size > most) return size;
    }
    return size;
  }
  for (const name in value) {
    size += name.length + sizeUpTo(value[name] as Json, most - size);
    if (size > most) return size;
  }
  return size;
};

/** The JSON of a value, or a beginning of it with at least `most` characters. No part of the value is held on to. */
const writeBeginning = (value: Json, most: number): string => {
  let text = '';
  const isFull = () => text.length >= most;
  const write = (part: Json): void => {
    if (typeof part === 'string') text += JSON.stringify(part.slice(0, most));
    else if (part === null || typeof part !== 'object') text += JSON.stringify(part);
    else if (isList(part)) {
      text += '[';
      for (let k = 0; k < part.length && !isFull(); k++) {
        if (k > 0) text += ',';
        write(part[k] as Json);
      }
      text += ']';
    } else {
      text += '{';
      let isFirst = true;
      for (const name in part) {
        if (isFull()) break;
        text += `${isFirst ? '' : ','}${JSON.stringify(name.slice(0, most))}:`;
        isFirst = false;
        write(part[name] as Json);
      }
      text += '}';
    }
  };
  write(value);
  return text;
};

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
