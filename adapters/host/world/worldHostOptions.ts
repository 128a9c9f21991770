import type { Limits } from '../../../engine/api/index.ts';
import type { ClockPolicy } from '../../../engine/cloud/index.ts';
import type { Store } from '../../store/store.ts';
import type { WallClock } from '../clock/wallClock.ts';
import type { WebhookReceiver } from '../webhook/webhooks.ts';
import type { Silences } from './hostedWorldOptions.ts';

export interface WorldHostOptions {
  readonly clock: ClockPolicy;
  /** The secret of a world's first key, if the definition does not give one. */
  readonly apiKey: string;
  /** The limits of one request; the defaults unless given. */
  readonly limits?: Limits;
  /** How long, in wall-clock time, a call may be pending while a manual clock does not move. */
  readonly stallAfterMs?: number;
  /** The most virtual time that a poll lets run, under a clock that is `auto`; up to the next change unless given. */
  readonly pollMaxMs?: number | undefined;
  /** How long, in wall-clock time, a worker's call for work is held; 30 s unless given. */
  readonly pollWaitMs?: number;
  /** The wall clock by which real work is measured, and silence counted; the machine's own unless given. */
  readonly wall?: WallClock;
  /** Real processes are the workers of its worlds: their silence is counted by the wall clock, and not in virtual time. */
  readonly watchesSilence?: boolean;
  /** How far virtual time may lag behind a realtime clock, in ms of wall-clock time; without bound unless given. */
  readonly lagMaxMs?: number;
  /** Called with the reason when virtual time of a world can no longer follow its clock. */
  readonly onLag?: (worldId: string, because: string) => void;
  /** How long work on one world may run before the event loop gets a turn, in ms. 0: one step at a time. */
  readonly sliceMs?: number;
  /** Reports the first event of a kind in a world that would otherwise go unnoticed. */
  readonly silences?: (worldId: string) => Silences;
  /** The store of worlds. Without one, entries that memory has no room for go to temporary files. */
  readonly store?: Store;
  /** Called when a world breaks outside of any call. */
  readonly onBreak?: (worldId: string, error: unknown) => void;
  /** Called with the reason when a world's log cannot be written for now, and without one when it is written again. */
  readonly onWriteError?: (worldId: string, writeError: Error | undefined) => void;
  /** Takes the webhooks that worlds really post; they go over the network unless given. */
  readonly webhookReceiver?: WebhookReceiver;
  /** Refuses to reopen a store that has a damaged world. Unless given, the others are served. */
  readonly isStrict?: boolean;
  /** Called with the reason for each world that is damaged, and not served. */
  readonly onDamaged?: (worldId: string, words: string) => void;
  /** Called for a log that ended with an incomplete batch, which was cut off. */
  readonly onRecovered?: (words: string) => void;
}
