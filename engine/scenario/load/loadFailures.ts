import type { Answer } from '../../api/operation.ts';
import { unitWords } from '../format/durations.ts';
import type { LoadCall, LoadSpec } from './format.ts';

/** Describes the failures of a load. Of refusals, and of answers without a value to save, it describes the first. */
export class LoadFailures {
  readonly words: string[] = [];
  readonly #name: string;
  readonly #spec: LoadSpec;
  #refusals = 0;
  #unsaved = 0;

  constructor(name: string, spec: LoadSpec) {
    this.#name = name;
    this.#spec = spec;
  }

  /** Call `number` of the load was refused for good. */
  addRefusal(call: LoadCall, number: number, { body, rule }: Answer): void {
    if (this.#spec.mayBeRefused !== true && this.#refusals++ === 0)
      this.#add(
        `call ${number} was refused: ${JSON.stringify(body)} (${rule})${unitWords(call.act, body)}; give \`mayBeRefused: true\` if refusals are intended`,
      );
  }

  /** The values that a client wanted to save from an answer and did not find. */
  addUnsaved(problems: readonly { readonly message: string }[]): void {
    if (this.#unsaved === 0) for (const { message } of problems) this.#add(message);
    this.#unsaved += problems.length;
  }

  /** The load made its last call too early. */
  tooManyCalls(most: number): void {
    this.addStop(
      this.#spec.exactly === undefined
        ? `did not end within ${most} calls (callsMax); give \`exactly\` if it makes more`
        : `its clients retried until ${most} calls were made (callsMax); let them give up earlier`,
    );
  }

  /** Why the load makes no more calls. */
  addStop(because: string): void {
    if (!this.words.includes(this.#phrase(because))) this.#add(because);
  }

  #add(what: string): void {
    this.words.push(this.#phrase(what));
  }

  #phrase(what: string): string {
    return `load ${this.#name}: ${what}`;
  }
}
