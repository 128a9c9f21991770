import type { DomainEvent } from '../entities.ts';
import { parseDateTime } from '../kernel/instant.ts';
import type { LogEntry } from '../kernel/log.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** Who wrote a line: what runs in the container, or the platform around it. */
export type LineSource = 'container' | 'system';

/** One line that an event brought about. */
export interface NewLogLine {
  readonly source: LineSource;
  readonly line: string;
  /** The container is gone by this, and all that it wrote is gone with it (container.disk). */
  readonly removes?: true;
}

/** Follows one container from event to event of a log, and says what each has it write, and the platform around it. */
export type LogLineGenerator = (event: DomainEvent) => readonly NewLogLine[];

/** A line with its place: numbers grow in the order of the lines, and none is given twice. */
export interface LogLine extends NewLogLine {
  readonly at: VirtualTime;
  readonly number: number;
}

/** No event brings about so many lines. */
const linesPerEvent = 1_000;

/** The lines that one entry adds. Their numbers follow from the entry's, so they are the same whoever reads, and whenever. */
export const linesAdded = (narrator: LogLineGenerator, { seq, at, event }: Omit<LogEntry<DomainEvent>, 'cause'>): readonly LogLine[] =>
  narrator(event).map((written, k) => ({ ...written, at, number: seq * linesPerEvent + k }));

/**
 * The lines that a reader finds after these entries: the container's own are gone once it is removed, what the platform
 * said of it stays. `before` are those of the entries before these, read by the same narrator.
 */
export const linesAfter = (
  narrator: LogLineGenerator,
  entries: Iterable<LogEntry<DomainEvent>>,
  before: readonly LogLine[] = [],
): readonly LogLine[] => {
  let lines = [...before];
  for (const entry of entries) {
    const added = linesAdded(narrator, entry);
    if (added.length === 0) continue;
    if (added.some(({ removes }) => removes === true)) lines = lines.filter(({ source }) => source === 'system');
    lines.push(...added);
  }
  return lines;
};

/** How far a container has come. */
export type Stage = 'none' | 'created' | 'up';

export const system = (line: string): NewLogLine => ({ source: 'system', line });
export const fromContainer = (line: string): NewLogLine => ({ source: 'container', line });
export const noLines: readonly NewLogLine[] = [];

/** What is said when a container is done away with, however far it has come. */
export const removal = (stage: Stage): readonly NewLogLine[] => {
  if (stage === 'none') return noLines;
  const removed: NewLogLine = { ...system('remove container'), removes: true };
  return stage === 'up' ? [system('stop container'), removed] : [removed];
};

export const hostLost: NewLogLine = { ...system('host failed: the container is lost'), removes: true };

/** What is said when one is made; an image that is on the host is not pulled again. */
export const creation = (image: string, isPulled: boolean): readonly NewLogLine[] =>
  isPulled ? [system(`create container ${image}`)] : [system(`create container ${image}`), pulling(image)];

export const pulling = (image: string): NewLogLine => system(`pull image ${image}`);

export const start = (image: string): NewLogLine => system(`start container for ${image}: begin`);

/** Where a reader was cut off: an instant in ms since 1970, and the last line of it that he has seen. */
export interface LogLinePosition {
  readonly instant: number;
  readonly number: number;
}

/** Reads `<date-time>/<number>`, as lines are numbered here, or a bare date-time, which means all of its instant; undefined when it is neither. */
export const positionOf = (text: string): LogLinePosition | undefined => {
  const [, written = '', number] = /^([^/]+)(?:\/(\d{1,15}))?$/.exec(text) ?? [];
  const instant = parseDateTime(written);
  return instant === undefined ? undefined : { instant, number: number === undefined ? Number.POSITIVE_INFINITY : Number(number) };
};

/** Whether a line comes after that; `startMs` is the instant of virtual time 0. */
export const isAfter = ({ at, number }: LogLine, startMs: number, position: LogLinePosition): boolean => {
  const instant = startMs + at;
  return instant > position.instant || (instant === position.instant && number > position.number);
};
