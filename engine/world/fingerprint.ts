import type { DomainEvent } from '../cloud/input.ts';
import { type EventLog, LogChain } from '../kernel/log.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { pacer, type Steps } from '../kernel/steps.ts';
import type { LogHeader } from '../simulator/definition.ts';

/** The fingerprint of a growing log. It keeps the hash chain as far as it was asked for, and goes on from there. */
export class LogFingerprint {
  readonly #header: LogHeader;
  readonly #sha256: Sha256;
  #chain: LogChain | undefined;

  constructor(header: LogHeader, sha256: Sha256) {
    this.#header = header;
    this.#sha256 = sha256;
  }

  /** The link of the newest entry. What is kept elsewhere with its link is not read again. */
  *inSteps(log: EventLog<DomainEvent>): Steps<string> {
    const { past } = log;
    if (past?.link !== undefined && past.length > (this.#chain?.length ?? 0))
      this.#chain = new LogChain(this.#header, this.#sha256, { length: past.length, link: past.link });
    this.#chain ??= new LogChain(this.#header, this.#sha256);
    const chain = this.#chain;
    const pauses = pacer();
    for (const text of log.texts(chain.length)) {
      chain.addText(text);
      if (pauses()) yield;
    }
    return chain.link;
  }
}
