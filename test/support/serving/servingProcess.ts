import { type ChildProcess, spawn } from 'node:child_process';
import { bundle } from '../bundle.ts';
import { civil, type Said } from '../commandLine.ts';

/** The environment of this process without its `PODSIM_…` variables. */
const surroundings = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

type Environment = Readonly<Record<string, string>>;

/** `podsim` as a long-running process. It is ended with the test, if it has not ended before. */
export class ServingProcess implements AsyncDisposable {
  out = '';
  err = '';
  readonly ended: Promise<Said>;
  readonly #child: ChildProcess;
  readonly #listeners = new Set<() => void>();
  /** Resolves once it has printed a line. */
  readonly #spoken: Promise<void>;

  /** `fileKilobytesMax`: the largest file that it may write. `script`: of another build. `within`: the command that runs it. */
  constructor(args: readonly string[], env: Environment = {}, fileKilobytesMax?: number, script = bundle, within: readonly string[] = []) {
    const program = [...within, process.execPath, script, ...args];
    const [command = '', ...rest] =
      fileKilobytesMax === undefined ? program : ['bash', '-c', `ulimit -f ${fileKilobytesMax}; exec "$0" "$@"`, ...program];
    const child = spawn(command, rest, { env: { ...surroundings, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#spoken = new Promise((spoken) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        this.out += text;
        if (this.out.includes('\n')) spoken();
      });
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.err += text;
      for (const listener of this.#listeners) listener();
    });
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(civil({ code, out: this.out, err: this.err })));
    });
  }

  /** The first line of its output, or all of it if the process ends first. */
  async firstLine(): Promise<string> {
    await Promise.race([this.#spoken, this.ended.catch(() => undefined)]);
    return this.out.split('\n')[0] ?? '';
  }

  /** The URL of the server, once it listens. */
  async url(): Promise<string> {
    const line = await this.firstLine();
    const url = /http:\/\/[\w.:]+/.exec(line)?.[0];
    if (url === undefined) throw new Error(`it does not say where it serves: ${line}${this.err}`);
    return url;
  }

  /** Resolves once its error output holds a text; rejects if it ends without. */
  async says(text: string): Promise<void> {
    const said = new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.err.includes(text)) resolve();
      };
      this.#listeners.add(look);
      look();
    });
    const over = this.ended.then(({ err }) => {
      if (!err.includes(text)) throw new Error(`it never said ${text}, but ${err}`);
    });
    await Promise.race([said, over]);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended.catch(() => undefined);
  }
}

/** Runs a command to its end. */
export const endedProcess = async (args: readonly string[], env: Environment = {}): Promise<Said> => {
  await using child = new ServingProcess(args, env);
  return await child.ended;
};
