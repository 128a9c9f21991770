import type { Dumpable } from '../../kernel/dump.ts';
import type { ClockPolicy, InputEvent } from '../input.ts';

/** How time passes in the served world, by the newest entry of the log about it (clock.policy). */
export class LoggedClockPolicy implements Dumpable<LoggedClockPolicyDump> {
  /** Undefined if the log has no such entry: the world was never served from a store, or by an earlier version. */
  newest: ClockPolicy | undefined;

  apply(event: InputEvent): void {
    if (event.type === 'ClockPolicySet') this.newest = event.policy;
  }

  dump(): LoggedClockPolicyDump {
    return { newest: this.newest };
  }

  load({ newest }: LoggedClockPolicyDump): void {
    this.newest = newest;
  }
}

interface LoggedClockPolicyDump {
  readonly newest: ClockPolicy | undefined;
}
