import { dataCenters } from '../../cloud/catalog/dataCenters.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { Request } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { bodySchema, type Operation, querySchema } from '../operation.ts';

/** A part of a call that changes nothing, though the platform takes it: which it is, and a sentence about it. */
export interface Ignored {
  readonly part: string;
  readonly words: string;
}

/** What of a call changes nothing, or not what its caller may expect. Of most calls nothing is, so only others pay for the sentence. */
export function* listIgnored(row: Operation, request: Pick<Request, 'body' | 'query' | 'params'>, settings: Settings): Generator<Ignored> {
  if (row.passesOn === true || row.api === 'control' || row.api === 'worker') return;
  for (const { part, words } of listParts(row, request, settings)) {
    const called = `${row.methods[0]} ${row.path.replace(/\{(\w+)\}/g, (_, name: string) => request.params[name] ?? '')}`;
    yield { part, words: `${called}${words}` };
  }
}

/** The same; the words follow the name of the call. */
function* listParts(row: Operation, { body, query }: Pick<Request, 'body' | 'query'>, settings: Settings): Generator<Ignored> {
  for (const name in query) {
    const known = Object.keys(querySchema(row, settings)?.shape ?? {});
    if (known.includes(name)) continue;
    const there = known.length === 0 ? '; it takes none' : suggestion(shorten(name), known, 'docs/serving.md', 'its parameters');
    yield { part: `query ${name}`, words: ` ignores the parameter '${shorten(name)}', as the platform does${there}` };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  if (row.id === 'run' || row.id === 'runsync') yield* listDiscarded(row, body, settings);
  if (row.api === 'management') yield* listVain(body as Readonly<Record<string, Json>>);
}

/** The keys of a job that are discarded, unless the world refuses them (job.unknown-keys). */
function* listDiscarded(row: Operation, body: object, settings: Settings): Generator<Ignored> {
  if (settings.job.unknownKeys === 'refuse') return;
  const known = Object.keys((bodySchema(row, settings) as { readonly shape?: object } | undefined)?.shape ?? {});
  for (const key of Object.keys(body)) {
    if (known.includes(key)) continue;
    const there = suggestion(shorten(key), known, 'docs/serving.md', 'the keys of a job');
    yield { part: key, words: ` discards '${shorten(key)}', as the platform does${there}` };
  }
}

/** What is taken, and can never be: a place that there is not, and more workers than there may be. */
function* listVain({ dataCenterIds, workers }: { readonly dataCenterIds?: unknown; readonly workers?: unknown }): Generator<Ignored> {
  const known = dataCenters.map(({ id }) => id);
  for (const id of Array.isArray(dataCenterIds) ? dataCenterIds : []) {
    if (typeof id !== 'string' || known.includes(id)) continue;
    const there = suggestion(shorten(id), known, 'GET /v2/catalog/datacenters');
    yield { part: `data center ${id}`, words: `: dataCenterIds has '${shorten(id)}', and there is no such data center${there}` };
  }
  const { min, max } = (workers ?? {}) as { readonly min?: unknown; readonly max?: unknown };
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    yield {
      part: 'workers',
      words: `: workers.min is ${min}, and no more than workers.max, which is ${max}, are ever kept up: raise max`,
    };
}

/** A name in a message. */
const shorten = (name: string): string => name.slice(0, 60);
