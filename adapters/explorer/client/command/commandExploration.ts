import type { UsedHost } from '../../../../engine/lab/explorer/index.ts';
import { hostsUsedBy } from '../clientOutcome.ts';
import type { ClientRun } from '../clientRun.ts';
import { commandRunFor, quietRunFor } from '../clientStory.ts';
import { type ClientRunReport, type ClientSearch, type FoundClient, reportClientRun, shrinkFound } from '../clientTasks.ts';
import { type ClientFailure, type ClientFindings, type ClientSearcher, summarizeRuns } from '../findings.ts';
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
  #used: Promise<readonly UsedHost[]> | undefined;

  constructor(options: CommandExplorationOptions) {
    this.#options = options;
    this.#check = checkFor(chooseProperties(options.properties, {}).pack);
  }

  async explore(): Promise<ClientFindings> {
    const { from, to, jobs, onProgress = () => undefined } = this.#options;
    const reports: ClientRunReport[] = [];
    let next = from;
    const work = async (): Promise<void> => {
      for (let number = next++; number < to; number = next++) {
        const run = await this.#runFor(number);
        reports[number - from] = reportClientRun(number, run, await this.#run(run));
        onProgress(reports.filter((one) => one !== undefined).length);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return summarizeRuns(reports, this.#options.properties, this.#options.mayGiveUp);
  }

  async shrink({ failure, run }: ClientFailure, again: string): Promise<FoundClient> {
    // Such a run takes as long as its answer is withheld, whatever else is in it.
    const runsMax = failure.property === callsTimeOut ? 1 : shrinkRunsMax;
    return shrinkFound(await this.#runFor(run), failure, (one) => this.#run(one), runsMax, again);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #runFor(number: number): Promise<ClientRun> {
    const { seed, base } = this.#options;
    this.#used ??= this.#run(quietRunFor(seed, base)).then(hostsUsedBy);
    return commandRunFor(seed, number, base, await this.#used);
  }

  #run(run: Parameters<typeof runCommand>[1]): ReturnType<typeof runCommand> {
    const { command, commandMs, withholdMs } = this.#options;
    // Of a module's network only what becomes of webhooks: the connections of a command are broken by faults of the story.
    const { hooks, hookJobs } = run.network;
    const network = { latencyMs: 0, broken: [], hooks, hookJobs };
    return runCommand(command, { ...run, network }, this.#check, { commandMs, withholdMs });
  }
}
