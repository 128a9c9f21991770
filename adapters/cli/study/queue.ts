import { parseDuration } from '../../../engine/kernel/index.ts';
import type { Play, PlayResult } from '../../../engine/lab/study/index.ts';
import { Coordinator } from '../../study/queue/coordinator.ts';
import { loadQueueLibrary } from '../../study/queue/library.ts';
import { BadInput } from '../terminal/exit.ts';
import { plain } from '../terminal/terminal.ts';

export interface QueueFlags {
  readonly queuePrefix: string;
  readonly wait: string;
}

/** Workers on other machines that play. */
export class StudyQueue {
  readonly #url: string;
  readonly #flags: QueueFlags;
  #coordinator: Coordinator | undefined;

  constructor(url: string, flags: QueueFlags) {
    this.#url = url;
    this.#flags = flags;
  }

  async compute(plays: readonly Play[], onResult: (play: Play, result: PlayResult) => void): Promise<void> {
    if (plays.length === 0) return;
    this.#coordinator ??= new Coordinator(loadQueueLibrary(), { url: this.#url, ...linkOptions(this.#flags) });
    await this.#coordinator.compute(plays, onResult);
  }

  async close(): Promise<void> {
    if (this.#coordinator === undefined) return;
    await this.#coordinator.close();
    endSoon();
  }
}

/** Ends the process if something still keeps it alive: a connection that BullMQ tries to make again would do so for ever. */
export const endSoon = (): void => {
  setTimeout(() => process.exit(), 500).unref();
};

/** What studies and workers are told of Redis alike. */
export const linkOptions = ({ queuePrefix, wait }: QueueFlags) => {
  if (!/^[\w.-]{1,100}$/.test(queuePrefix))
    throw new BadInput(`--queue-prefix '${queuePrefix}' is no name; use letters, digits, '.', '_' and '-'`);
  return { prefix: queuePrefix, waitMs: durationFrom('--wait', wait), say: note };
};

/** A line on stderr, instead of the bar that may stand there; it is drawn again below. */
const note = (words: string): void => {
  process.stderr.write(`${process.stderr.isTTY === true ? '\r\u001b[K' : ''}${plain(words)}\n`);
};

export const durationFrom = (option: string, text: string): number => {
  const ms = parseDuration(text);
  if (ms === undefined) throw new BadInput(`${option} '${text}' is no duration such as 500ms, 5s or 2m`);
  return ms;
};
