import type { PropertyResult } from '../format/resultFormat.ts';
import type { Played } from '../play/run.ts';
import { type LawName, lawNames } from '../properties/lawNames.ts';
import { listProperties } from '../properties/table.ts';
import type { Failure } from '../step/failure.ts';
import { checkLaw, lawNamed } from './laws.ts';

/** A finished run with its verdict on the laws that its scenario names as properties: a law that does not hold is a failure. */
export const withLaws = (run: Played): Played => {
  const checked = new Map(lawsIn(run).map(([index, name]) => [index, checkLaw(lawNamed(name), run.world)]));
  if (checked.size === 0) return run;
  return {
    ...run,
    failed: [...run.failed, ...[...checked].flatMap(([index, words]) => (words === undefined ? [] : [failureAt(index, words)]))],
    properties: run.properties.map((result) => (checked.has(result.index) ? asChecked(result, checked.get(result.index), run) : result)),
  };
};

/**
 * The same for every run that breaks something in the same way: ids and numbers differ from run to run. So does the status in which it
 * shows, and why a command was refused there.
 */
export const reduceToShape = (words: string): string =>
  words
    .replace(/(?<= was refused): .*$/s, '')
    .replaceAll(/\b(?:[\w-]*\d[\w-]*)\b/g, '·')
    .replaceAll(/\b[A-Z]{2,}(?:_[A-Z]+)*\b/g, '·');

const lawsIn = ({ scenario: { spec } }: Played): readonly (readonly [index: number, name: LawName])[] =>
  listProperties(spec).flatMap((property, index) => {
    const name = lawNames.find((one) => one === property['law']);
    return name === undefined ? [] : [[index, name] as const];
  });

const failureAt = (index: number, words: string): Failure => ({
  path: ['properties', index, 'law'],
  message: `properties.${index}: ${words}`,
});

const asChecked = ({ why: _why, ...result }: PropertyResult, words: string | undefined, { world: { now } }: Played): PropertyResult => ({
  ...result,
  evaluated: true,
  ...(words === undefined ? {} : { broken: { words, shape: reduceToShape(words), at: now } }),
});
