import { type WireBody, writeValue } from './wire.ts';

/** What runs in a container: instead of the entrypoint of its image, and what that is given. */
interface StartWords {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

/** `args` is one text that says both: a JSON object of the two, or the words of `cmd` as a shell reads them (container.launch). */
export const readArgs = (args: string): StartWords =>
  args.startsWith('{') ? { entrypoint: [], cmd: [], ...JSON.parse(args) } : { entrypoint: [], cmd: splitWords(args) };

/** Blanks part words; quotes and a backslash keep them together. */
const splitWords = (line: string): readonly string[] => {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let k = 0; k < line.length; k++) {
    const letter = line[k] as string;
    if (letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (quote === '' && letter === ' ') {
      if (word !== null) words.push(word);
      word = null;
    } else {
      if (quote === '' && letter === '\\') k += 1;
      word = (word ?? '') + (line[k] ?? '');
    }
  }
  return word === null ? words : [...words, word];
};

/** Words that a shell reads as they stand are `args` with blanks between them; with others, or an entrypoint, it is the object. */
const writeArgs = ({ entrypoint, cmd }: StartWords): string =>
  entrypoint.length === 0 && cmd.every((word) => /^[A-Za-z0-9_./-]+$/.test(word)) ? cmd.join(' ') : JSON.stringify({ entrypoint, cmd });

/** `args` after a body: a list that it leaves out stays, and an empty one clears. */
export const changeArgs = (before: string, body: WireBody): string => {
  const args = (body['args'] as string | undefined) ?? before;
  if (body['cmd'] === undefined && body['entrypoint'] === undefined) return args;
  const { entrypoint, cmd } = { ...readArgs(args), ...(body as Partial<StartWords>) };
  return writeArgs({ entrypoint, cmd });
};

/** Whether a body has lists beside `args` that say something else. */
export const contradictsItself = ({ args, cmd, entrypoint }: WireBody): boolean => {
  if (args === undefined) return false;
  const said = readArgs(args as string);
  return (
    (cmd !== undefined && writeValue(cmd) !== writeValue(said.cmd)) ||
    (entrypoint !== undefined && writeValue(entrypoint) !== writeValue(said.entrypoint))
  );
};
