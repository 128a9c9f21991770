import { findOperation, type Json, type Kind, type State } from '../../../../engine/index.ts';

/** A call that does something to an entity: an operation, what its path names, and a body. */
export interface PossibleCall {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** Where calls of a served world go, and the key that they have. */
export interface ServedAt {
  readonly base: string;
  readonly key: string;
}

/** Bodies that do something for operations that need one; what they say is an example. */
const bodies: Readonly<Record<string, Json>> = {
  run: { input: {} },
  runsync: { input: {} },
  updateEndpoint: { name: 'another name' },
  updateCluster: { name: 'another name' },
  setHandler: { duration: { fixed: '5s' } },
};

/** The call behind an action that the engine lists for an entity: an operation, or an action of a pod. */
export const actOf = (state: State, kind: Kind, id: string, action: string): PossibleCall => {
  if (kind === 'pod') return { operation: 'podAction', params: { id }, body: { action } };
  const row = findOperation(action);
  const names = [...(row?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name = '']) => name);
  const params = names.map((name) => [name, name === 'endpoint_id' && kind === 'job' ? (state.find('job', id)?.endpointId ?? '') : id]);
  const body = bodies[action] ?? (row?.body === undefined ? undefined : {});
  return { operation: action, params: Object.fromEntries(params), ...(body === undefined ? {} : { body }) };
};

/** The same as a command line. */
export const curlOf = ({ operation, params, body }: PossibleCall, { base, key }: ServedAt, query = ''): string => {
  const row = findOperation(operation);
  const path = (row?.path ?? '').replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params[name] ?? '').toWellFormed()));
  const method = row?.methods[0] ?? 'GET';
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  return [
    'curl',
    ...(isPlain ? [] : [`-X ${method}`]),
    shellWord(`${base}${path}${query}`),
    ...(row?.permission === null ? [] : [`-H ${shellWord(`authorization: Bearer ${key}`)}`]),
    ...(body === undefined ? [] : [`--json ${shellWord(JSON.stringify(body))}`]),
  ].join(' ');
};

/**
 * A word as a POSIX shell reads it: as it is where that is safe, and otherwise between quotation marks. Control characters become question
 * marks: a terminal into which they are pasted may obey them before the shell sees the marks.
 */
export const shellWord = (text: string): string => {
  const plain = text.replaceAll(/\p{Cc}/gu, '?');
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
};

/** The server that a reader of a page may start: it plays the scenario, and a fork of its world goes on from the moment. */
export const serverAtMoment = (source: string, seq: number): { readonly server: ServedAt; readonly commands: readonly string[] } => {
  const root = 'http://127.0.0.1:8787';
  return {
    server: { base: `${root}/worlds/then`, key: 'podsim-dev-key' },
    commands: [
      `podsim serve --scenario ${source} --clock manual`,
      `curl ${root}/_podsim/v1/forks --json ${shellWord(JSON.stringify({ seq, id: 'then' }))}`,
    ],
  };
};
