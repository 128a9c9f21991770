import type { DomainEvent } from '../../engine/cloud/index.ts';
import type { LogEntry } from '../../engine/kernel/index.ts';
import type { CoverageReader } from '../../engine/world/index.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';

interface UnloggedAnswer {
  readonly operation: string;
  readonly status: number;
  readonly rule: string | undefined;
}

/** The calls from which nothing followed: the log of their world does not have them, and a test has met their answers. */
export class UnloggedCalls {
  readonly #answers: UnloggedAnswer[] = [];

  constructor(hosted: HostedWorld) {
    const { log } = hosted.world;
    hosted.tap = (row, input) => {
      const before = log.length;
      return {
        input,
        answered: ({ status, rule }) => {
          const isLogged = hasCall(log.entries(before), row.id);
          if (!isLogged && row.api !== 'control') this.#answers.push({ operation: row.id, status, rule });
          return undefined;
        },
        failed: () => undefined,
      };
    };
  }

  readInto(reader: CoverageReader): CoverageReader {
    for (const { operation, status, rule } of this.#answers) {
      reader.readCall(operation);
      if (status >= 400) reader.readRefusal(operation, status, rule);
    }
    return reader;
  }
}

/** Its entry is among the first that came after it: no list of them all is made. */
const hasCall = (entries: Iterable<LogEntry<DomainEvent>>, operation: string): boolean => {
  for (const { event } of entries) if (event.type === 'InputReceived' && event.operation === operation) return true;
  return false;
};
