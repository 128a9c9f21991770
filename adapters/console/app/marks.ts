import { entities, type Kind } from '../../../engine/cloud/index.ts';
import type { Tone } from '../../../engine/kernel/index.ts';

/** How a status looks, everywhere: a color by its name in the style sheet, and a shape for readers who see no color. */
export interface Mark {
  readonly color: 'wait' | 'start' | 'ready' | 'run' | 'good' | 'bad' | 'off';
  readonly shape: string;
}

/** The lifecycles describe statuses by tags. A status gets the mark of the first of these tags that it has. */
// biome-ignore format: a table
const looks: readonly (readonly [tag: string, color: Mark['color'], shape: string])[] = [
  ['broken',        'bad',   '✕'],
  ['failed',        'bad',   '✕'],
  ['succeeded',     'good',  '✓'],
  ['busy',          'run',   '●'],
  ['running',       'run',   '●'],
  ['ready',         'ready', '○'],
  ['starting',      'start', '◐'],
  ['waiting',       'wait',  '◇'],
  ['live',          'ready', '○'],
  ['holds compute', 'start', '◐'],
  ['asleep',        'off',   '☾'],
  ['stopped',       'off',   '■'],
  ['terminal',      'off',   '–'],
];

const noLook: Mark = { color: 'off', shape: '·' };

/** The tags of a status; none for a status that the lifecycle does not have. */
export const listTags = (kind: Kind, status: string): readonly string[] => tags.get(`${kind} ${status}`) ?? [];

export const findMark = (kind: Kind, status: string): Mark => marks.get(`${kind} ${status}`) ?? noLook;

const tags: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(entities).flatMap(([kind, { lifecycle }]) => lifecycle.statuses.map((row) => [`${kind} ${row.status}`, row.tags])),
);

const marks: ReadonlyMap<string, Mark> = new Map(
  [...tags].map(([key, own]) => {
    const [, color, shape] = looks.find(([tag]) => own.includes(tag)) ?? ['', noLook.color, noLook.shape];
    return [key, { color, shape }];
  }),
);

/** The legend of the signs on lanes. */
export const laneMarks: readonly (readonly [color: Mark['color'], shape: string, words: string])[] = [
  ['start', '◐', 'starting'],
  ['ready', '○', 'ready'],
  ['run', '●', 'busy'],
  ['wait', '◇', 'waiting'],
  ['bad', '✕', 'broken'],
  ['off', '☾', 'asleep'],
  ['off', '■', 'stopped'],
  ['run', '▭', 'handed'],
  ['run', '3', 'that many at once'],
];

/** The color and shape of an event. */
export const toneMarks: Readonly<Record<Tone, Mark>> = {
  input: { color: 'start', shape: '→' },
  created: { color: 'ready', shape: '+' },
  progress: { color: 'off', shape: '·' },
  success: { color: 'good', shape: '✓' },
  warning: { color: 'wait', shape: '!' },
  failure: { color: 'bad', shape: '✕' },
  ended: { color: 'off', shape: '■' },
};
