/** The clock and the network of a recorder: a test gives it others. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** In ms from any beginning; it never goes back. */
  readonly now: () => number;
  /** Resolves after that many ms, or earlier if the recorder has to end. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a person asks it to end. */
  readonly isInterrupted: () => boolean;
}

/** How long an endpoint may take to answer, in ms of wall-clock time. */
const answerMsMax = 10_000;

/** The machine's own network, with an end to every wait. A redirect is an answer: the key goes nowhere else. */
export const fetchWithin =
  (ms: number): typeof fetch =>
  (resource, init) =>
    fetch(resource, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ms) });

const sliceMs = 100;

/** The machine's own clock. */
export const ownSurroundings = (isInterrupted: () => boolean): Surroundings => ({
  fetch: fetchWithin(answerMsMax),
  now: () => Math.floor(performance.now()),
  sleep: async (ms) => {
    const end = performance.now() + ms;
    while (!isInterrupted() && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, Math.min(sliceMs, Math.max(0, end - performance.now()))));
  },
  isInterrupted,
});
