/** The content of a link to a place in the console. Everything is optional: a link holds only what differs from the way a page opens. */
export interface Place {
  /** A scenario, as `linkText` writes it. */
  readonly scenario?: string;
  /** Which run of the page, from 0. */
  readonly run?: number;
  /** The world of the server, if a server serves the page. */
  readonly world?: string;
  /** The moment: the number of an entry. */
  readonly seq?: number;
  /** The selected entity, by its name in timelines or its id. */
  readonly of?: string;
  /** The views that are open, by pane. */
  readonly view?: string;
  readonly side?: string;
  readonly filter?: string;
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
  return withoutAbsent({
    scenario: text('s'),
    run: number('run'),
    world: text('world'),
    seq: number('at'),
    of: text('of'),
    view: text('view'),
    side: text('side'),
    filter: text('filter'),
    range: text('range'),
    endpoint: text('endpoint'),
    host: text('host'),
    status: text('status'),
    lesson: text('lesson'),
    step: number('step'),
  });
};

export const hashOfPlace = (place: Place): string => {
  const { scenario, run, world, seq, of, view, side, filter, range, endpoint, host, status, lesson, step } = place;
  const words = new URLSearchParams();
  const values = { s: scenario, run, world, at: seq, of, view, side, filter, range, endpoint, host, status, lesson, step };
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') words.set(name, String(value));
  return words.size === 0 ? '' : `#${words}`;
};

const withoutAbsent = (place: { readonly [K in keyof Place]: Place[K] | undefined }): Place =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
