import type { Source, SourceSink } from '../../adapters/console/app/model/port/source.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { World } from '../../engine/world/world.ts';
import { busyWorld, playBusily } from '../support/worlds/busyWorld.ts';

const world = new World(busyWorld());
playBusily(world);

/** The log of a world in which every type of event occurs. */
export const busyHeader = world.header;
export const busyEntries: readonly LogEntry<DomainEvent>[] = [...world.log.entries()];

/** The console's log of it; of its first entries alone, if a number is given. */
export const busyLog = (length = busyEntries.length): RunLog => {
  const log = new RunLog(busyHeader);
  log.append(busyEntries.slice(0, length));
  return log;
};

/** A source that delivers what the test says. */
export class FakeSource implements Source {
  sink: SourceSink | undefined;
  isClosed = false;

  open(sink: SourceSink): void {
    this.sink = sink;
  }

  close(): void {
    this.isClosed = true;
  }
}
