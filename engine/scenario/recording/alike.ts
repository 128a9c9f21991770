import { canonicalText } from '../../kernel/canonical.ts';
import { givenFields } from '../../kernel/entryText.ts';
import { keyAfter, rangeText } from '../inputs/calls.ts';
import type { CallWritten, InputWritten } from '../inputs/format.ts';

/** Joins calls that follow one another and differ only in time and number: a burst reads as one input. */
export const alikeJoined = (inputs: readonly InputWritten[]): readonly InputWritten[] => {
  const joined: InputWritten[] = [];
  let run: Run | undefined;
  for (const input of inputs) {
    const said = whatIsSaid(input);
    if (run !== undefined && said !== undefined && said === run.said && goesOn(run.calls.at(-1), input as CallWritten)) {
      run.calls.push(input as CallWritten);
      continue;
    }
    if (run !== undefined) joined.push(together(run.calls));
    run = said === undefined ? undefined : { said, calls: [input as CallWritten] };
    if (run === undefined) joined.push(input);
  }
  if (run !== undefined) joined.push(together(run.calls));
  return joined;
};

interface Run {
  readonly said: string;
  readonly calls: CallWritten[];
}

/** The common part of joined calls; undefined for an input that is never joined. */
const whatIsSaid = (input: InputWritten): string | undefined => {
  if (!('act' in input) || input.name !== undefined || input.save !== undefined) return undefined;
  const { at: _at, key: _key, entry: _entry, ...rest } = input;
  return canonicalText(rest, givenFields);
};

const goesOn = (last: CallWritten | undefined, { key }: CallWritten): boolean =>
  last?.key === undefined ? key === undefined : key !== undefined && key === keyAfter(last.key);

/** The joined calls as one input, with the last one's entry in the log. */
const together = (calls: readonly CallWritten[]): CallWritten => {
  const [first] = calls;
  const last = calls.at(-1);
  if (first === undefined || last === undefined || calls.length === 1) return first as CallWritten;
  const times = calls.map(({ at }) => at as string);
  const { at, key, entry: _entry, ...rest } = first;
  return {
    ...(times.every((one) => one === at) ? { at, times: calls.length } : { at: times }),
    ...rest,
    ...(key === undefined ? {} : { key: rangeText(key, last.key ?? '') }),
    ...(last.entry === undefined ? {} : { entry: last.entry }),
  };
};
