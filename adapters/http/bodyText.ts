import type { Answer, Steps } from '../../engine/index.ts';

/** The body of an answer as it goes out. A worker's text does so as it is, where its type is not JSON's. */
export const textOf = ({ body, headers }: Pick<Answer, 'body' | 'headers'>): string | undefined => {
  const type = headers?.['content-type'];
  return typeof body === 'string' && type !== undefined && !/[/+]json\b/.test(type) ? body : JSON.stringify(body);
};

/** So many items of a list, or parts of an object, are put into words at once. */
const partsAtOnce = 128;
/** Long lists lie no deeper than this. */
const depthMax = 3;

/** The text of a long answer, made in steps; of any other undefined, for it is made in no time when it goes out. */
export function* longTextOf({ body }: Answer): Steps<string | undefined> {
  return isLong(body, 0) ? yield* textInSteps(body, 0) : undefined;
}

const isLong = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return false;
  if (Array.isArray(value)) return value.length > partsAtOnce;
  const parts = Object.values(value);
  return parts.length > partsAtOnce || parts.some((part) => isLong(part, depth + 1));
};

/** The same text as JSON.stringify makes. */
function* textInSteps(value: unknown, depth: number): Steps<string> {
  if (!isLong(value, depth)) return JSON.stringify(value);
  const texts: string[] = [];
  if (Array.isArray(value)) {
    for (let k = 0; k < value.length; k += partsAtOnce) {
      texts.push(JSON.stringify(value.slice(k, k + partsAtOnce)).slice(1, -1));
      yield;
    }
    return `[${texts.join(',')}]`;
  }
  for (const [key, part] of Object.entries(value as object)) {
    if (part === undefined) continue;
    texts.push(`${JSON.stringify(key)}:${yield* textInSteps(part, depth + 1)}`);
    if (texts.length % partsAtOnce === 0) yield;
  }
  return `{${texts.join(',')}}`;
}
