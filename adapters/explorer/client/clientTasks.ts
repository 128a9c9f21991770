import { type BrokenProperty, isSameFailure, type Story } from '../../../engine/lab/explorer/index.ts';
import { textOfClientFound } from './clientFound.ts';
import { type ClientOutcome, hostsUsedBy, waysFailed } from './clientOutcome.ts';
import { type ClientRun, type ExploredClient, runClient } from './clientRun.ts';
import { shrinkClientRun } from './clientShrink.ts';
import { clientRunFor, quietRunFor } from './clientStory.ts';
import { chooseProperties, type OwnProperties } from './ownProperties.ts';
import { checkFor } from './properties.ts';
import { type Undone, workDone } from './undone.ts';
import type { VirtualTimers } from './virtualTimers.ts';

/** What a thread is started with. `beats`: how often the client gave the thread a turn, and the number of its run. */
export interface ThreadData {
  readonly file: string;
  readonly beats: Int32Array<SharedArrayBuffer>;
}

/** What runs have in common. */
export interface ClientSearch {
  readonly seed: string;
  /** The data of the scenario whose world the client meets; the default world unless given. */
  readonly base?: Story | undefined;
  /** The properties that are checked, by name; all unless given. */
  readonly properties?: readonly string[] | undefined;
}

export type ClientTask =
  /** Runs `from` to `to`, the last one excluded. */
  | { readonly kind: 'runs'; readonly search: ClientSearch; readonly from: number; readonly to: number }
  /** The smallest world that run `number` fails in, in the same way, as a scenario. */
  | {
      readonly kind: 'shrink';
      readonly search: ClientSearch;
      readonly number: number;
      readonly failure: BrokenProperty;
      readonly again: string;
    };

/** What one run came to. */
export interface ClientRunReport {
  readonly run: number;
  readonly kind: 'held' | 'failed' | 'cut' | 'invalid';
  readonly failures: readonly BrokenProperty[];
  readonly bound?: string;
  readonly gaveUp: boolean;
  readonly fewHosts: boolean;
  /** Why its work is not done; absent where it is, or where something else is wrong. */
  readonly undone?: Undone;
  readonly calls: number;
  readonly entries: number;
  /** The end of what a client said that made no call. */
  readonly said?: string;
}

/** As much of what a client said as is shown. */
const saidMax = 400;

/** A failure as a file. */
export interface FoundClient {
  readonly failure: BrokenProperty;
  /** Undefined where the run does not fail when it is made alone. */
  readonly text: string | undefined;
  /** How many calls the file makes, and whether it fails without the client. */
  readonly steps: number;
  readonly failsAlone: boolean;
  /** The entry of the log of the file to look at. */
  readonly seq?: number;
  /** How many runs were made to make it small. */
  readonly ran: number;
}

export type ThreadReply =
  | { readonly value: readonly ClientRunReport[] | FoundClient; readonly mayGiveUp: string | undefined }
  | { readonly error: string };

export interface ThreadContext {
  readonly timers: VirtualTimers;
  /** The properties of the user's own; none unless given. */
  readonly own?: OwnProperties | undefined;
  readonly onTurn?: () => void;
  readonly onRun?: (run: number) => void;
}

/** The most runs that are made to make a failure small. */
const shrinkRunsMax = 400;

/** Takes a task, in a thread with virtual timers. */
export const takeClientTask = async (
  client: ExploredClient,
  task: ClientTask,
  { timers, own = {}, onTurn, onRun = () => undefined }: ThreadContext,
): Promise<readonly ClientRunReport[] | FoundClient> => {
  const { seed, base, properties } = task.search;
  const chosen = chooseProperties(properties, own);
  const context = { timers, onTurn, own: chosen.own, check: checkFor(chosen.pack) };
  onRun(task.kind === 'runs' ? task.from : task.number);
  const used = hostsUsedBy(await runClient(client, quietRunFor(seed, base), context));
  if (task.kind === 'runs') {
    const reports: ClientRunReport[] = [];
    for (let number = task.from; number < task.to; number++) {
      onRun(number);
      const run = clientRunFor(seed, number, base, used);
      reports.push(reportClientRun(number, run, await runClient(client, run, context)));
    }
    return reports;
  }
  return shrinkFound(
    clientRunFor(seed, task.number, base, used),
    task.failure,
    (run) => runClient(client, run, context),
    shrinkRunsMax,
    task.again,
  );
};

/** What one run came to, for whom it is one of many. */
export const reportClientRun = (
  run: number,
  { fewHosts }: ClientRun,
  { kind, failures, bound, gaveUp, undone, exchanges, entries, said }: ClientOutcome,
): ClientRunReport => ({
  run,
  kind,
  failures,
  ...(bound === undefined ? {} : { bound }),
  gaveUp,
  fewHosts,
  ...(undone === undefined ? {} : { undone }),
  calls: exchanges.length,
  entries,
  ...(exchanges.length > 0 || said === undefined ? {} : { said: said.trim().slice(-saidMax) }),
});

/** Where there is no file. */
export const noFile = { text: undefined, steps: 0, failsAlone: false } as const;

/** A failure in the smallest world, as a scenario. */
export const shrinkFound = async (
  first: ClientRun,
  failure: BrokenProperty,
  outcomeOf: (run: ClientRun) => Promise<ClientOutcome>,
  runsMax: number,
  again: string,
): Promise<FoundClient> => {
  const { run, outcome, ran } = await shrinkClientRun(first, failure, outcomeOf, runsMax);
  const broken = outcome && waysFailed(outcome).find((one) => isSameFailure(one, failure));
  if (outcome === undefined || broken === undefined) return { failure, ...noFile, ran };
  // Of many runs, that one did not do its work says less than how many did not.
  return { failure: broken.property === workDone ? failure : broken, ...textOfClientFound(run, outcome, broken, again), ran };
};
