import { InvalidArgument, InvariantViolation, type Scenario } from '../../engine/index.ts';
import { BadInput } from './exit.ts';
import { type ParsedFile, parseFile } from './load.ts';
import { type PlayOptions, playOne } from './playOne.ts';
import type { Report, Wanted } from './report.ts';

export interface ParseTask {
  readonly file: string;
  readonly seeds: readonly string[] | undefined;
}

export interface PlayTask {
  readonly scenario: Scenario;
  readonly options: PlayOptions;
  readonly wanted: Wanted;
}

/** What a task computed, or its error in plain words: an error that is passed between threads loses its class. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: { readonly name: string; readonly message: string } };

/** The tasks of a thread, by name. `threads.ts` gives them out. */
export const threadTasks = {
  parse: ({ file, seeds }: ParseTask): Outcome<ParsedFile> => outcomeOf(() => parseFile(file, seeds)),
  play: ({ scenario, options, wanted }: PlayTask): Outcome<Report> => outcomeOf(() => playOne(scenario, options, wanted)),
};

const outcomeOf = <Value>(compute: () => Value): Outcome<Value> => {
  try {
    return { value: compute() };
  } catch (error) {
    return { error: error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) } };
  }
};

/** The errors that the command line reports in different ways. */
const kinds = { BadInput, InvalidArgument, InvariantViolation };

/** The value, or the error thrown again as what it was. */
export const valueOrThrow = <Value>(outcome: Outcome<Value>): Value => {
  if ('value' in outcome) return outcome.value;
  const { name, message } = outcome.error;
  const Kind: new (message: string) => Error = kinds[name as keyof typeof kinds] ?? Error;
  throw new Kind(message);
};
