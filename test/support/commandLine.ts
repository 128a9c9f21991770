import { expect, vi } from 'vitest';
import { main } from '../../adapters/cli/main.ts';

/** The output of the command line, and its exit code. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process. */
export const podsim = (...args: string[]): Promise<Said> => heard(() => main(args));

/** What some work prints in this process until it has ended, and the exit code that it returns. */
export const heard = async (work: () => number | Promise<number>): Promise<Said> => {
  const listener = new OutputListener();
  try {
    return civil({ code: await work(), ...listener.said });
  } finally {
    listener.stop();
  }
};

/** Keeps what this process writes, instead of writing it. */
class OutputListener {
  readonly said = { out: '', err: '' };
  readonly #spies = [this.#listen(process.stdout, 'out'), this.#listen(process.stderr, 'err')];

  stop(): void {
    for (const spy of this.#spies) spy.mockRestore();
  }

  #listen(stream: NodeJS.WriteStream, name: 'out' | 'err') {
    return vi.spyOn(stream, 'write').mockImplementation((text) => {
      this.said[name] += String(text);
      return true;
    });
  }
}

/** No output contains a stack trace, or colors where it does not go to a terminal. */
export const civil = (said: Said): Said => {
  const words = said.out + said.err;
  // A line of a trace has its place in a file at its end; one of a text that goes on below may begin with the same word.
  expect(words).not.toMatch(/\n\s+at .+:\d+\)?(?:\n|$)/);
  expect(words).not.toContain('\u001b[');
  return said;
};
