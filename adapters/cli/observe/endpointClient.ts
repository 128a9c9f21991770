import { ask, type Heard, type Target } from './asking.ts';

/** The calls that a recorder makes: each once, and each of one endpoint. */
export class EndpointClient {
  readonly #target: Target;
  readonly #fetch: typeof fetch;

  constructor(target: Target, through: typeof fetch) {
    this.#target = target;
    this.#fetch = through;
  }

  readHealth(): Promise<Heard> {
    return this.#ask('GET', this.#queuePath('health'));
  }

  readJob(id: string): Promise<Heard> {
    return this.#ask('GET', `${this.#queuePath('status')}/${encodeURIComponent(id)}`);
  }

  run(body: object): Promise<Heard> {
    return this.#ask('POST', this.#queuePath('run'), body);
  }

  /** Asks for each once, and returns how many could not be cancelled. */
  async cancelAll(ids: readonly string[]): Promise<number> {
    let left = 0;
    for (const id of ids) {
      const { kind } = await this.#ask('POST', `${this.#queuePath('cancel')}/${encodeURIComponent(id)}`);
      if (kind !== 'answer') left += 1;
    }
    return left;
  }

  /** By the management API, which knows other keys than the queue API on some endpoints: it may refuse. */
  readEndpoint(): Promise<Heard> {
    return this.#ask('GET', this.#managementPath);
  }

  readWorkers(): Promise<Heard> {
    return this.#ask('GET', `${this.#managementPath}/workers`);
  }

  #queuePath(operation: string): string {
    return `${this.#target.queue}/v2/${this.#target.endpoint}/${operation}`;
  }

  get #managementPath(): string {
    return `${this.#target.management}/v2/serverless/${this.#target.endpoint}`;
  }

  #ask(method: 'GET' | 'POST', url: string, body?: object): Promise<Heard> {
    return ask(this.#target, this.#fetch, { method, url, body });
  }
}
