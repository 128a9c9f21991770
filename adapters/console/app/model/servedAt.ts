import { curlCommand, type HttpCall, shellWord } from '../../../../engine/compare/index.ts';

/** The address of a served world, and the key for calls to it. */
export interface ServedAt {
  readonly base: string;
  readonly key: string;
  /** The command that makes the world, if it has to be made first. It is refused if the world is there, and the call goes to that one. */
  readonly making?: string;
}

/** Writes the command that makes a call, as one line that works wherever it is pasted. Undefined if there is no such call. */
export const writeCurl = (call: HttpCall | undefined, { base, key, making }: ServedAt): string | undefined =>
  call && [...(making === undefined ? [] : [making]), curlCommand(call, { base, key: call.needsKey ? key : undefined })].join(' && ');

/** The name of the world that is forked to call it as it was at a moment. Each moment has its own, so none is taken for another. */
export const forkName = (seq: number): string => `then-${seq}`;

/** The server that a reader of a page may start: it plays the scenario, and a fork of its world goes on from the moment. */
export const serverAtMoment = (source: string, seq: number): { readonly server: ServedAt; readonly start?: string } => {
  const [root, id] = ['http://127.0.0.1:8787', forkName(seq)];
  return {
    server: {
      base: `${root}/worlds/${id}`,
      key: 'podsim-dev-key',
      making: `curl ${root}/_podsim/v1/forks --json ${shellWord(JSON.stringify({ seq, id }))}`,
    },
    start: `podsim serve --scenario ${source} --clock manual`,
  };
};
