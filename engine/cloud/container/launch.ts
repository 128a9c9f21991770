import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';

/** How a container starts: the replacement of its image's entrypoint, and the arguments. Empty if the image decides. */
export interface Launch {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

/** The fields of a body. */
export interface LaunchFields {
  readonly args?: string | undefined;
  readonly entrypoint?: readonly string[] | undefined;
  readonly cmd?: readonly string[] | undefined;
}

/**
 * Parses `args`. It is one of two texts: a JSON object with `entrypoint` and `cmd`, or words as a shell reads them, which are the `cmd`
 * (container.launch).
 */
export const parseLaunch = (args: string): Launch => {
  const written = jsonLaunch(args);
  return written ?? { entrypoint: [], cmd: shellWords(args) };
};

/**
 * `args` after a body with `cmd` or `entrypoint`: the one that it leaves out stays as it was, and an empty list clears. Undefined if the
 * body has neither.
 */
export const argsAfter = ({ args, entrypoint, cmd }: LaunchFields, before = ''): string | undefined => {
  if (entrypoint === undefined && cmd === undefined) return args;
  const was = parseLaunch(args ?? before);
  return writeArgs({ entrypoint: entrypoint ?? was.entrypoint, cmd: cmd ?? was.cmd });
};

/** Whether `args` contradicts the lists next to it. */
export const contradictsArgs = ({ args, entrypoint, cmd }: LaunchFields): boolean => {
  if (args === undefined) return false;
  const said = parseLaunch(args);
  return (entrypoint !== undefined && !areSame(entrypoint, said.entrypoint)) || (cmd !== undefined && !areSame(cmd, said.cmd));
};

const writeArgs = ({ entrypoint, cmd }: Launch): string =>
  entrypoint.length === 0 && cmd.every(isPlain) ? cmd.join(' ') : JSON.stringify({ entrypoint, cmd });

/** Whether a shell reads the word unchanged. */
const isPlain = (word: string): boolean => /^[\w@%+=:,./-]+$/.test(word);

const areSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((word, k) => word === b[k]);

const jsonLaunch = (args: string): Launch | undefined => {
  if (!args.trimStart().startsWith('{')) return undefined;
  const read = tryCatch(
    () => JSON.parse(args) as unknown,
    () => undefined,
  );
  if (isLeft(read) || typeof read.right !== 'object' || read.right === null) return undefined;
  const { entrypoint = [], cmd = [], ...others } = read.right as Record<string, unknown>;
  return areWords(entrypoint) && areWords(cmd) && Object.keys(others).length === 0 ? { entrypoint, cmd } : undefined;
};

const areWords = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((word) => typeof word === 'string');

/** The words of a command line: blanks part them, quotes and backslashes keep them together. Nothing is expanded. */
const shellWords = (line: string): readonly string[] =>
  [...line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+/gs)].map(([word]) =>
    word.replace(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
      (_all, escaped?: string, double?: string, single?: string) => escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
    ),
  );
