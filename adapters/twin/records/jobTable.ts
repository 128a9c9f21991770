import { NumberColumn } from './column.ts';

/** One job, as its row says; NaN or undefined if it says nothing. */
export interface JobRow {
  readonly line: number;
  readonly submitted: number;
  readonly delay: number;
  readonly execution: number;
  readonly size: number;
  readonly retries: number;
  readonly status: string | undefined;
  readonly worker: string | undefined;
}

/** All jobs, in columns, in the order in which they were submitted. Times are in ms: since 1970, or since the start of the records. */
export class JobTable {
  readonly submitted = new NumberColumn();
  readonly delay = new NumberColumn();
  readonly execution = new NumberColumn();
  readonly size = new NumberColumn();
  readonly retries = new NumberColumn();
  readonly #status = new NumberColumn();
  readonly #worker = new NumberColumn();
  readonly #statuses = new NameTable();
  readonly #workers = new NameTable();

  get length(): number {
    return this.submitted.length;
  }

  add(row: JobRow): void {
    this.submitted.push(row.submitted);
    this.delay.push(row.delay);
    this.execution.push(row.execution);
    this.size.push(row.size);
    this.retries.push(row.retries);
    this.#status.push(this.#statuses.numberName(row.status));
    this.#worker.push(this.#workers.numberName(row.worker));
  }

  /** In the order of submission; rows of one time in the order of the files. Jobs without a time stay where they are. */
  sort(): void {
    const order = Uint32Array.from({ length: this.length }, (_, k) => k);
    order.sort((a, b) => this.submitted.at(a) - this.submitted.at(b) || a - b);
    for (const column of [this.submitted, this.delay, this.execution, this.size, this.retries, this.#status, this.#worker])
      column.sortBy(order);
  }

  statusAt(k: number): string | undefined {
    return this.#statuses.findName(this.#status.at(k));
  }

  workerAt(k: number): string | undefined {
    return this.#workers.findName(this.#worker.at(k));
  }

  /** Whether a job ended as it should. Without a status, all did. */
  isDone(k: number): boolean {
    const status = this.statusAt(k);
    return status === undefined || doneStatuses.has(status);
  }

  /** Whether any job says how long it waited. */
  get hasDelays(): boolean {
    for (let k = 0; k < this.length; k++) if (!Number.isNaN(this.delay.at(k))) return true;
    return false;
  }

  get workers(): number {
    return this.#workers.count;
  }

  /** How many jobs have each status, the most frequent first. */
  countStatuses(): readonly (readonly [status: string, count: number])[] {
    const counts = new Map<string, number>();
    for (let k = 0; k < this.length; k++) {
      const status = this.statusAt(k) ?? '';
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]);
  }

  /** The jobs submitted in [from, until). */
  between(from: number, until: number): JobTable {
    const part = new JobTable();
    for (let k = 0; k < this.length; k++) {
      const at = this.submitted.at(k);
      if (at >= from && at < until) part.add(this.rowAt(k));
    }
    return part;
  }

  rowAt(k: number): JobRow {
    return {
      line: 0,
      submitted: this.submitted.at(k),
      delay: this.delay.at(k),
      execution: this.execution.at(k),
      size: this.size.at(k),
      retries: this.retries.at(k),
      status: this.statusAt(k),
      worker: this.workerAt(k),
    };
  }
}

const doneStatuses: ReadonlySet<string> = new Set(['COMPLETED', 'SUCCESS', 'SUCCEEDED', 'OK', 'DONE', '200']);

/** Names by their numbers: each is kept once. */
class NameTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#names.length;
  }

  numberName(name: string | undefined): number {
    if (name === undefined) return -1;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#names.push(name);
    this.#numbers.set(name, this.#names.length - 1);
    return this.#names.length - 1;
  }

  findName(number: number): string | undefined {
    return this.#names[number];
  }
}
