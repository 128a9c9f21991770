import type { Limits } from '../../../engine/api/index.ts';
import type { ClockPolicy } from '../../../engine/cloud/index.ts';
import type { Steps } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { ClockOptions } from '../clock/clock.ts';
import type { LogWriter } from '../storage/logWriter.ts';
import type { SimulatedWebhook } from '../webhook/simulatedWebhook.ts';

export interface HostedWorldOptions extends Omit<ClockOptions, 'inTurn' | 'onManualWait'> {
  /** As the world's log says unless given. */
  readonly clock: ClockPolicy | undefined;
  /** The policy if the log does not name one. */
  readonly clockDefault: ClockPolicy;
  readonly limits: Limits;
  /** Makes the writer of the world's log. Without one, the log is only in memory. */
  readonly logWriter?: (world: World, apart: <T>(steps: () => Steps<T>) => Promise<T>) => LogWriter;
  /** Called when the world breaks outside of any call. */
  readonly onBreak: (error: unknown) => void;
  /** How long, in wall-clock time, a worker's call for work is held. */
  readonly pollWaitMs?: number | undefined;
  /** Reports the first event of a kind that would otherwise go unnoticed. */
  readonly silences?: Silences | undefined;
  /** Called with the reason each time virtual time can no longer follow its clock. */
  readonly onLag?: ((because: string) => void) | undefined;
  /** Real processes are the workers of this world: their silence is counted by the wall clock, and not in virtual time. */
  readonly watchesSilence?: boolean | undefined;
  /** A fork: the real processes of the world that it was forked from are not its own. */
  readonly isFork?: boolean | undefined;
  /** How long one piece of work runs before the event loop gets a turn. */
  readonly sliceMs?: number | undefined;
}

export interface Silences {
  /** Called once with a pending call, such as `POST /v2/ep/runsync`, that waits for a manual clock that does not move; and with a client that polls on. */
  readonly onManualWait?: ((call: string) => void) | undefined;
  /** Called once with a client, such as `a client that polls job 7`, that asks five times while a manual clock does not move: a test may mean it. */
  readonly onManualPoll?: ((client: string) => void) | undefined;
  /** Called once with a webhook that is posted to a simulated receiver. */
  readonly onSimulatedWebhook?: ((webhook: SimulatedWebhook) => void) | undefined;
  /** Called once for each of the first keys and parameters of calls that change nothing, with a sentence about it. */
  readonly onDiscardedKey?: ((words: string) => void) | undefined;
}
