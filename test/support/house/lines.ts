import type { LogLineGenerator } from '../../../engine/api/management/logs/logLines.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';

/** The lines that a LogLineGenerator makes of events: `system: stop container`. */
export const told = (narrator: LogLineGenerator, happened: readonly DomainEvent[]): string[] =>
  happened.flatMap((event) => narrator(event).map(({ source, line }) => `${source}: ${line}`));
