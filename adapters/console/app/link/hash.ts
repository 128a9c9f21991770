import { type Kind, kinds } from '../../../../engine/cloud/index.ts';
import { timeMeant } from './times.ts';

/** What a link to a place in the console says. Everything is optional: a link says only what differs from how a page opens. */
export interface Place {
  /** A scenario, as `linkText` writes it. */
  readonly scenario?: string;
  /** Which run of the page, from 0. */
  readonly run?: number;
  /** The world of the server, if a server serves the page. */
  readonly world?: string;
  /** The moment: the number of an entry, or a time as people write it (`00:12:30`), which is after all that happened up to it. */
  readonly seq?: number;
  readonly time?: string;
  /** The selected entity, by its name or its id; and its kind, if the link says `job=job-37` in place of `of=job-37`. */
  readonly of?: string;
  readonly kind?: Kind;
  /** The views that are open, by pane. */
  readonly view?: string;
  readonly side?: string;
  /** Whether the scenario is changed as text. */
  readonly change?: string;
  /** What the log shows, and what the list of calls does. */
  readonly filter?: string;
  readonly calls?: string;
  /** The range of time that is shown, as `rangeText` writes it. */
  readonly range?: string;
  /** The part of the world that is shown. */
  readonly endpoint?: string;
  readonly host?: string;
  readonly status?: string;
  /** A lesson by its number in the course, and its step, from 1. */
  readonly lesson?: string;
  readonly step?: number;
}

/** Reads the part of an address after `#`, and drops invalid parts. */
export const placeOfHash = (hash: string): Place => {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const text = (name: string): string | undefined => words.get(name) ?? undefined;
  const number = (name: string): number | undefined => (/^\d{1,9}$/.test(words.get(name) ?? '') ? Number(words.get(name)) : undefined);
  const kind = entityKinds.find((one) => words.has(one));
  return withoutAbsent({
    scenario: text('s'),
    run: number('run'),
    world: text('world'),
    seq: number('at'),
    time: timeMeant(text('at') ?? '', 0) === undefined ? undefined : text('at'),
    of: text('of') ?? (kind && text(kind)),
    kind: words.has('of') ? undefined : kind,
    view: text('view'),
    side: text('side'),
    change: text('change'),
    filter: text('filter'),
    calls: text('calls'),
    range: text('range'),
    endpoint: text('endpoint'),
    host: text('host'),
    status: text('status'),
    lesson: text('lesson'),
    step: number('step'),
  });
};

export const hashOfPlace = ({ scenario, run, world, seq, time, of, kind, ...others }: Place): string => {
  const words = new URLSearchParams();
  const values = { s: scenario, run, world, at: time ?? seq, [kind ?? 'of']: of, ...others };
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') words.set(name, String(value));
  // Colons need no other form there, and times have them.
  return words.size === 0 ? '' : `#${String(words).replaceAll('%3A', ':')}`;
};

/** The words of the kinds; two of them say which part of the world is shown. */
const entityKinds = kinds.filter((kind) => kind !== 'endpoint' && kind !== 'host');

const withoutAbsent = (place: { readonly [K in keyof Place]: Place[K] | undefined }): Place =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
