/**
 * Ctrl-C ends the current work, which then reports its results so far. Threads see it in shared memory. A second one ends the process,
 * unless other work has begun meanwhile.
 */
export class Interrupt {
  /** Its only number is 0 until Ctrl-C is pressed. */
  readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #tell: () => void = () => undefined;
  /** Resolves when Ctrl-C is pressed, for code that waits. */
  readonly asked = new Promise<undefined>((resolve) => {
    this.#tell = () => resolve(undefined);
  });
  readonly #onSignal = (): void => {
    if (this.isAsked) process.exit(interruptedCode);
    process.stderr.write('ending, then reporting what was found; Ctrl-C again ends at once\n');
    Atomics.store(this.flag, 0, 1);
    this.#tell();
  };

  constructor() {
    process.on('SIGINT', this.#onSignal);
  }

  get isAsked(): boolean {
    return Atomics.load(this.flag, 0) !== 0;
  }

  /** A Ctrl-C of its own may end the next work. */
  beginNext(): void {
    Atomics.store(this.flag, 0, 0);
  }

  close(): void {
    process.off('SIGINT', this.#onSignal);
  }
}

/** As a shell reports a program that SIGINT ended. */
export const interruptedCode = 130;
