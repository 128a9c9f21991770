import { findOperation, type Operation } from '../../engine/api/index.ts';
import { isUpStatus } from '../../engine/cloud/index.ts';
import type { Json } from '../../engine/kernel/index.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import { tellWorld } from '../host/world/tellWorld.ts';
import { type FleetCommand, FleetProcess, type ProcessEnd } from './fleetProcess.ts';
import { PrintedLines, readableLines } from './printedLines.ts';

/** The command of a fleet, and its listeners. */
export interface FleetOptions {
  readonly endpointId: string;
  /** The command that replaces a worker of the endpoint. */
  readonly commandFor: (workerId: string) => FleetCommand;
  /** Called with the output of a process, which is in its worker's log, too, and with the way it ended. */
  readonly onLine: (workerId: string, line: string) => void;
  /** Called with how a process ended by itself before its worker was heard: most often, its command is wrong. */
  readonly onUnheard?: (workerId: string, how: string) => void;
  /** How long a process that is told to stop may go on, in wall-clock time. */
  readonly graceMs?: number;
}

const graceMsDefault = 10_000;

/** A process, and the start of its worker's container that it belongs to. */
interface Standing {
  readonly process: FleetProcess;
  readonly start: number;
  isStopping: boolean;
}

/**
 * The real processes of an endpoint's simulated workers: one for each container that is starting or up. The simulation decides their
 * number, and the processes do the work. A process that ends by itself is reported to the simulation as a crash of its worker.
 */
export class ProcessFleet {
  readonly #served: HostedWorld;
  readonly #options: FleetOptions;
  readonly #standing = new Map<string, Standing>();
  /** Those whose containers are gone, until they have ended. */
  readonly #leaving = new Set<FleetProcess>();
  readonly #unwatch: () => void;
  #isClosed = false;

  constructor(served: HostedWorld, options: FleetOptions) {
    this.#served = served;
    this.#options = options;
    this.#unwatch = served.watch({ next: () => undefined, onQuiescent: () => this.#follow() });
    this.#follow();
  }

  /** The ids of the processes that run, each the id of its group. */
  get processIds(): readonly number[] {
    const all = [...[...this.#standing.values()].map(({ process }) => process), ...this.#leaving];
    return all.flatMap(({ id }) => id ?? []);
  }

  /** Stops all processes; resolves when all have ended, with all that they started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unwatch();
    for (const id of [...this.#standing.keys()]) this.#end(id);
    // They have their signal, and take nothing more: but the SDK ends only once the calls that it has made are answered.
    this.#served.hurryPolls();
    await Promise.all([...this.#leaving].map(({ ended }) => ended));
  }

  /** Starts and stops processes, as containers have started and stopped. */
  #follow(): void {
    if (this.#isClosed) return;
    const { state } = this.#served.world;
    const members = new Set(state.fleet.of(this.#options.endpointId).members);
    for (const id of this.#standing.keys()) if (!members.has(id)) this.#end(id);
    for (const id of members) {
      const worker = state.find('worker', id);
      const isUp = worker !== undefined && isUpStatus(worker.status);
      const standing = this.#standing.get(id);
      if (standing !== undefined && (!isUp || standing.start !== worker.tries)) this.#end(id);
      if (isUp && !this.#standing.has(id)) this.#start(id, worker.tries);
      const now = this.#standing.get(id);
      if (now !== undefined && !now.isStopping && worker?.real?.isRetiring === true) this.#stop(now);
    }
  }

  #start(id: string, start: number): void {
    const { commandFor, onLine } = this.#options;
    const printed = new PrintedLines((lines) => this.#tell(id, workerPrinted, { lines, start }));
    const process = new FleetProcess(commandFor(id), (line) => {
      for (const readable of readableLines(line)) {
        onLine(id, readable);
        printed.add(readable);
      }
    });
    const standing: Standing = { process, start, isStopping: false };
    this.#standing.set(id, standing);
    void process.ended.then((how) => {
      this.#leaving.delete(process);
      printed.flush();
      // One whose container is gone ended because it was told to.
      if (this.#standing.get(id) !== standing) return;
      this.#standing.delete(id);
      onLine(id, endInWords(how));
      if (this.#served.world.state.find('worker', id)?.real?.isHeard !== true) this.#options.onUnheard?.(id, endInWords(how));
      this.#tell(id, workerGone, { start });
    });
  }

  /** The container is gone: its polls are answered by now, and so the process ends in order. */
  #end(id: string): void {
    const standing = this.#standing.get(id);
    if (standing === undefined) return;
    this.#standing.delete(id);
    this.#leaving.add(standing.process);
    this.#stop(standing);
  }

  #stop(standing: Standing): void {
    standing.isStopping = true;
    standing.process.stop(this.#options.graceMs ?? graceMsDefault);
  }

  #tell(id: string, row: Operation, body: Json): void {
    if (this.#isClosed) return;
    tellWorld(this.#served, row, { worker_id: id }, body, (error) =>
      this.#options.onLine(id, error instanceof Error ? error.message : String(error)),
    );
  }
}

const workerGone = findOperation('workerGone') as Operation;
const workerPrinted = findOperation('workerPrinted') as Operation;

const endInWords = (how: ProcessEnd): string => {
  if ('error' in how)
    return how.error.code === 'ENOENT' ? `there is no such command: ${how.error.path}` : `it cannot be started: ${how.error.message}`;
  return how.code === null ? `the process was ended by ${how.signal}` : `the process ended with exit code ${how.code}`;
};
