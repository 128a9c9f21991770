import { asBroken } from './broken.ts';
import { type ClientRunReport, type ClientSearch, type FoundClient, noFile } from './clientTasks.ts';
import { ClientBlocks, ClientThreads } from './clientThreads.ts';
import { type ClientFailure, type ClientFindings, type ClientSearcher, summarizeRuns } from './findings.ts';

/** So many runs are one task of a thread. Runs do not depend on each other, so the number of threads changes nothing. */
export const runsInTask = 20;

const blocks = 'client-does-not-block';

export interface ClientExplorationOptions extends ClientSearch {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly jobs: number;
  readonly blockedAfterMs?: number;
  /** In which share of the runs the client may give up; what its module says, unless given. */
  readonly mayGiveUp?: string | undefined;
  readonly onProgress?: (runs: number) => void;
}

/** Runs a client in many worlds. The same seed finds the same failures, however many threads there are. */
export class ClientExploration implements ClientSearcher {
  readonly #options: ClientExplorationOptions;
  readonly #threads: ClientThreads;

  constructor(options: ClientExplorationOptions) {
    this.#options = options;
    this.#threads = new ClientThreads(options.file, options.jobs, options.blockedAfterMs);
  }

  async explore(): Promise<ClientFindings> {
    const { from, to, onProgress = () => undefined } = this.#options;
    const tasks = Array.from({ length: Math.ceil((to - from) / runsInTask) }, (_, k) => from + k * runsInTask);
    let done = 0;
    const reports = await Promise.all(
      tasks.map(async (first) => {
        const some = await this.#runs(first, Math.min(first + runsInTask, to));
        done += some.length;
        onProgress(done);
        return some;
      }),
    );
    const { properties, mayGiveUp = this.#threads.mayGiveUp } = this.#options;
    return summarizeRuns(reports.flat(), properties, mayGiveUp);
  }

  /** A run that blocks ends its thread, and the others of its task are made without it. */
  async #runs(from: number, to: number): Promise<readonly ClientRunReport[]> {
    if (from >= to) return [];
    try {
      return await this.#threads.take({ kind: 'runs', search: this.#search, from, to });
    } catch (error) {
      if (!(error instanceof ClientBlocks)) throw error;
      const { run, message } = error;
      const blocked = {
        run,
        kind: 'failed',
        failures: [asBroken(blocks, message)],
        gaveUp: false,
        fewHosts: false,
        calls: 0,
        entries: 0,
      } as const;
      return [...(await this.#runs(from, run)), blocked, ...(await this.#runs(run + 1, to))];
    }
  }

  async shrink({ failure, run }: ClientFailure, again: string): Promise<FoundClient> {
    // It would have to be waited for again.
    if (failure.property === blocks) return { failure, ...noFile, ran: 0 };
    try {
      return await this.#threads.take({ kind: 'shrink', search: this.#search, number: run, failure, again });
    } catch (error) {
      if (error instanceof ClientBlocks) return { failure, ...noFile, ran: 1 };
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  get #search(): ClientSearch {
    const { seed, base, properties } = this.#options;
    return { seed, base, properties };
  }
}
