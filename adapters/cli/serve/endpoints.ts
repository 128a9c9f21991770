import { type Command, Option } from 'commander';
import { type Json, parseDuration } from '../../../engine/kernel/index.ts';
import { readText } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';

/** An option for an endpoint of a new world, and its position on the command line: it belongs to the `--endpoint` before it. */
interface EndpointWord {
  readonly text: string;
  readonly place: number;
}

/** The options for endpoints of a new world. Each may be repeated. */
export interface EndpointWords {
  readonly endpoint?: readonly EndpointWord[];
  readonly output?: readonly EndpointWord[];
  readonly duration?: readonly EndpointWord[];
  readonly fail?: readonly EndpointWord[];
}

let places = 0;

const inOrder = (text: string, before: readonly EndpointWord[] = []): readonly EndpointWord[] => [...before, { text, place: places++ }];

/** The options that make endpoints without a file. */
export const withEndpointOptions = (command: Command): Command =>
  [
    new Option('--endpoint <id>', 'serve an endpoint of this id; repeatable, each with the options that follow it'),
    new Option('--output <file>', 'what its jobs answer: a JSON file; the echo of the input unless given'),
    new Option('--duration <time>', 'how long each of its jobs runs, such as 5s; 1s unless given'),
    new Option('--fail <share>', 'the share of its jobs that fail, such as 5%'),
  ].reduce((all, option) => all.addOption(option.helpGroup('Your own endpoints, without a file:').argParser(inOrder)), command);

/** An endpoint as a scenario writes it. */
interface WrittenEndpoint {
  readonly id: string;
  readonly handler: Readonly<Record<string, Json>>;
}

/** The endpoints that the options ask for, as a scenario writes them; none unless `--endpoint` is given. */
export const readEndpoints = (words: EndpointWords): readonly WrittenEndpoint[] => {
  const ends = words.endpoint ?? [];
  const stray = parts.find(({ name }) => words[name]?.some(({ place }) => place < (ends[0]?.place ?? places)));
  if (stray !== undefined) throw new BadInput(`--${stray.name} is about an endpoint: write --endpoint ID before it`);
  return ends.map(({ text: id, place }, k) => {
    const isOwn = (word: EndpointWord): boolean => word.place > place && word.place < (ends[k + 1]?.place ?? places);
    const given = parts.flatMap(({ name, read }) => (words[name] ?? []).filter(isOwn).map(({ text }) => read(text)));
    return { id, handler: Object.assign({}, ...given) };
  });
};

const readDuration = (text: string): { duration: Json } => {
  if (parseDuration(text) === undefined) throw new BadInput(`--duration '${text}' is no duration; write it like 500ms, 5s or 2m`);
  return { duration: { fixed: text } };
};

const readShare = (text: string): { chances: Json } => {
  const percent = /^(\d{1,3})%$/.exec(text)?.[1];
  if (percent === undefined || Number(percent) > 100) throw new BadInput(`--fail '${text}' is no share; write it like 5%, from 0% to 100%`);
  return { chances: { fail: `${percent}/100` } };
};

const readOutput = (file: string): { output: Json } => {
  if (/^\s*[[{"]/.test(file)) throw new BadInput(`--output ${file}: takes a file of JSON: write that into one, and give --output out.json`);
  try {
    return { output: JSON.parse(readText(file)) as Json };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BadInput(`--output ${file}: is no JSON (${error.message}); write a string as "text", with its quotes`);
  }
};

/** The effect of each option on the endpoint before it. */
const parts = [
  { name: 'output', read: readOutput },
  { name: 'duration', read: readDuration },
  { name: 'fail', read: readShare },
] as const;
