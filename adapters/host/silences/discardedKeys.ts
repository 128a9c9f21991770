import { type Input, type Operation, suggestion, type World } from '../../../engine/index.ts';

/** The operations whose bodies have other keys than they read discarded, unless a world refuses them (job.unknown-keys). */
const discarding = ['run', 'runsync'];

/** More keys than this of one world are not reported. */
const reportedMax = 5;

/** Reports each key that bodies of a world have, and that is discarded without a word. */
export class DiscardedKeyWatch {
  readonly #report: ((words: string) => void) | undefined;
  readonly #reported = new Set<string>();

  constructor(report: ((words: string) => void) | undefined) {
    this.#report = report;
  }

  /** Must be called for every call of the world. */
  note({ id, body: schema }: Operation, { request: { body, params } }: Pick<Input, 'request'>, { job }: World['settings']): void {
    if (this.#report === undefined || !discarding.includes(id) || job.unknownKeys === 'refuse') return;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const known = Object.keys((schema as { readonly shape?: object } | undefined)?.shape ?? {});
    for (const key of Object.keys(body)) {
      if (known.includes(key) || this.#reported.has(key) || this.#reported.size >= reportedMax) continue;
      this.#reported.add(key);
      const called = `POST /v2/${params['endpoint_id']}/${id}`;
      const shown = key.slice(0, 60);
      this.#report(
        `${called} discards '${shown}', as the platform does${suggestion(shown, known, 'docs/serving.md', 'the keys of a job')}`,
      );
    }
  }
}
