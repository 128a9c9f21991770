import type { Dumpable } from '../../kernel/dump.ts';
import type { ClockPolicy, InputEvent } from '../input.ts';

/** How time passes where the world is served, as the log says it last (clock.policy). */
export class LoggedClockPolicy implements Dumpable<LoggedClockPolicyDump> {
  /** Undefined where the log does not say it: the world was never served from a store, or by an earlier version. */
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
