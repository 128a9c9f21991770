import type { DomainEvent } from '../../../cloud/input.ts';
import { parseDateTime } from '../../../kernel/instant.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';

/** Who wrote a line: what runs in the container, or the platform around it. */
type LineSource = 'container' | 'system';

/** One line that an event causes. */
export interface NewLogLine {
  readonly source: LineSource;
  readonly line: string;
  /** The container is removed by this, and all its lines with it (container.disk). */
  readonly removes?: true;
}

/**
 * Follows one container through the events of a log. For each event it returns the lines of the container and of the platform
 * around it.
 */
export type LogLineGenerator = (event: DomainEvent) => readonly NewLogLine[];

/** A line with its number. Numbers grow in the order of the lines and are unique. */
export interface LogLine extends NewLogLine {
  readonly at: VirtualTime;
  readonly number: number;
}

/** More lines than any event causes. */
const linesPerEvent = 1_000;

/** The lines that one entry adds. Their numbers follow from the number of the entry, so they are the same for every reader at any time. */
export const linesAdded = (generator: LogLineGenerator, { seq, at, event }: Omit<LogEntry<DomainEvent>, 'cause'>): readonly LogLine[] =>
  generator(event).map((written, k) => ({ ...written, at, number: seq * linesPerEvent + k }));

/**
 * The lines that exist after these entries. The lines of a container are gone once it is removed; the lines of the platform stay.
 * `before` are the lines of earlier entries, from the same generator.
 */
export const linesAfter = (
  generator: LogLineGenerator,
  entries: Iterable<LogEntry<DomainEvent>>,
  before: readonly LogLine[] = [],
): readonly LogLine[] => {
  let lines = [...before];
  for (const entry of entries) {
    const added = linesAdded(generator, entry);
    if (added.length === 0) continue;
    if (added.some(({ removes }) => removes === true)) lines = lines.filter(({ source }) => source === 'system');
    lines.push(...added);
  }
  return lines;
};

/** How far the start of a container has got. */
export type Stage = 'none' | 'created' | 'up';

export const system = (line: string): NewLogLine => ({ source: 'system', line });
export const fromContainer = (line: string): NewLogLine => ({ source: 'container', line });
export const noLines: readonly NewLogLine[] = [];

/** The lines when a container is removed, at any stage. */
export const removal = (stage: Stage): readonly NewLogLine[] => {
  if (stage === 'none') return noLines;
  const removed: NewLogLine = { ...system('remove container'), removes: true };
  return stage === 'up' ? [system('stop container'), removed] : [removed];
};

export const hostLost: NewLogLine = { ...system('host failed: the container is lost'), removes: true };

/** The lines when a container is created. An image that is on the host is not pulled again. */
export const creation = (image: string, isPulled: boolean): readonly NewLogLine[] =>
  isPulled ? [system(`create container ${image}`)] : [system(`create container ${image}`), pulling(image)];

export const pulling = (image: string): NewLogLine => system(`pull image ${image}`);

export const start = (image: string): NewLogLine => system(`start container for ${image}: begin`);

/** Where a reader resumes: an instant in ms since 1970, and the last line of it that was read. */
export interface LogLinePosition {
  readonly instant: number;
  readonly number: number;
}

/**
 * Reads `<date-time>/<number>`, numbered as here, or a bare date-time, which means all lines of its instant; undefined if it is
 * neither.
 */
export const parsePosition = (text: string): LogLinePosition | undefined => {
  const [, written = '', number] = /^([^/]+)(?:\/(\d{1,15}))?$/.exec(text) ?? [];
  const instant = parseDateTime(written);
  return instant === undefined ? undefined : { instant, number: number === undefined ? Number.POSITIVE_INFINITY : Number(number) };
};

/** Whether a line comes after the position; `startMs` is the instant of virtual time 0. */
export const isAfter = ({ at, number }: LogLine, startMs: number, position: LogLinePosition): boolean => {
  const instant = startMs + at;
  return instant > position.instant || (instant === position.instant && number > position.number);
};
