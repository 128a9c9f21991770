import { commandRunFor } from '../clientStory.ts';
import { type ClientRunReport, type ClientSearch, type FoundClient, reportOf, shrinkFound } from '../clientTasks.ts';
import { type ClientFailure, type ClientFindings, type ClientSearcher, findingsOf } from '../findings.ts';
import { chooseProperties } from '../ownProperties.ts';
import { type ClientCheck, checkFor } from '../properties.ts';
import { runCommand } from './commandRun.ts';
import type { CommandTimes } from './commandTimes.ts';
import { callsTimeOut } from './withholding.ts';

export interface CommandExplorationOptions extends ClientSearch, CommandTimes {
  readonly command: string;
  readonly from: number;
  readonly to: number;
  /** How many commands run at the same time. */
  readonly jobs: number;
  /** In which share of the runs the command may give up. */
  readonly mayGiveUp?: string | undefined;
  readonly onProgress?: (runs: number) => void;
}

/** A command starts a process each time, so fewer runs are made than of a module. */
const shrinkRunsMax = 30;

/** Runs a command against many worlds, each served for it. */
export class CommandExploration implements ClientSearcher {
  readonly #options: CommandExplorationOptions;
  readonly #check: ClientCheck;

  constructor(options: CommandExplorationOptions) {
    this.#options = options;
    this.#check = checkFor(chooseProperties(options.properties, {}).pack);
  }

  async explore(): Promise<ClientFindings> {
    const { from, to, jobs, seed, base, onProgress = () => undefined } = this.#options;
    const reports: ClientRunReport[] = [];
    let next = from;
    const work = async (): Promise<void> => {
      for (let run = next++; run < to; run = next++) {
        reports[run - from] = reportOf(run, await this.#run(commandRunFor(seed, run, base)));
        onProgress(reports.filter((one) => one !== undefined).length);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return findingsOf(reports, this.#options.properties, this.#options.mayGiveUp);
  }

  shrink({ failure, run }: ClientFailure, again: string): Promise<FoundClient> {
    const { seed, base } = this.#options;
    // Such a run takes as long as its answer is withheld, whatever else is in it.
    const runsMax = failure.property === callsTimeOut ? 1 : shrinkRunsMax;
    return shrinkFound(commandRunFor(seed, run, base), failure, (one) => this.#run(one), runsMax, again);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #run(run: Parameters<typeof runCommand>[1]): ReturnType<typeof runCommand> {
    const { command, commandMs, withholdMs } = this.#options;
    // Of a module's network only what becomes of webhooks: the connections of a command are broken by faults of the story.
    const { hooks, hookJobs } = run.network;
    const network = { latencyMs: 0, broken: [], hooks, hookJobs };
    return runCommand(command, { ...run, network }, this.#check, { commandMs, withholdMs });
  }
}
