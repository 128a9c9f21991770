import { curlCommand, type HttpCall, shellWord } from '../../../../engine/index.ts';

/** Where calls of a served world go, and the key that they have. */
export interface ServedAt {
  readonly base: string;
  readonly key: string;
}

/** The command that makes a call there; undefined if there is no such call. */
export const curlOf = (call: HttpCall | undefined, { base, key }: ServedAt): string | undefined =>
  call && curlCommand(call, { base, key: call.needsKey ? key : undefined });

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
