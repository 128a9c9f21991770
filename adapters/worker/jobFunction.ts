/** A job as its worker gets it. */
export interface TakenJob {
  readonly id: string;
  /** The client's input. It is as unchecked here as on the platform. */
  // biome-ignore lint/suspicious/noExplicitAny: a client may send anything, and a handler knows what it expects
  readonly input: any;
}

export interface JobTools {
  /** Aborted when the job was cancelled, or ran out of time: nothing that is returned afterwards counts. */
  readonly signal: AbortSignal;
  /** Shows this as the output of the job while it runs. */
  readonly progress: (output: unknown) => Promise<void>;
}

/**
 * Does the work of a job. It returns the output, or yields its chunks one by one as an async generator. An error that it throws, and an
 * `error` in its result, is the error of the job.
 */
export type JobFunction = (job: TakenJob, tools: JobTools) => unknown;

export interface StartWorkerOptions {
  /** How many jobs it takes at once: 1 unless given. */
  readonly concurrency?: number;
  /** Where it finds its name, its key and its addresses: the environment of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}
