import type { VirtualTime } from '../../engine/kernel/index.ts';

/** A call that was refused. */
export interface RefusedCall {
  readonly operation: string;
  readonly at: VirtualTime;
  readonly status: number;
  readonly rule: string;
  readonly detail: string;
}

/** The refused calls of a test that it has not looked at: often the first cause of its failure. */
export class RefusalWatch {
  readonly #unread = new Set<RefusedCall>();

  get unread(): readonly RefusedCall[] {
    return [...this.#unread];
  }

  /** The same answer. Reading any of its properties is a look at it. */
  watch<Answer extends object>(call: RefusedCall, answer: Answer): Answer {
    this.#unread.add(call);
    return new Proxy(answer, {
      get: (target, name) => {
        // Not `then`, for example, which every promise asks for.
        if (Object.hasOwn(target, name)) this.#unread.delete(call);
        return Reflect.get(target, name);
      },
    });
  }
}
