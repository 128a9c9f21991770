import type { PropertyResult } from '../../properties/resultFormat.ts';
import { propertiesOf } from '../../properties/table.ts';
import type { Failure } from '../failure.ts';
import type { Played } from '../run.ts';
import { type LawName, lawNames } from './lawNames.ts';
import { brokenBy, lawNamed } from './laws.ts';

/** A finished run with its verdict on the laws that its scenario names as properties: a law that does not hold is a failure. */
export const withLaws = (run: Played): Played => {
  const broken = new Map<number, string>();
  for (const [index, name] of lawsIn(run)) {
    const words = brokenBy(lawNamed(name), run.world);
    if (words !== undefined) broken.set(index, words);
  }
  if (broken.size === 0) return run;
  return {
    ...run,
    failed: [...run.failed, ...[...broken].map(([index, words]) => failureAt(index, words))],
    properties: run.properties.map((result) => withWords(result, broken.get(result.index), run)),
  };
};

/** The same for every run that breaks something in the same way: ids and numbers differ from run to run. */
export const shapeOf = (words: string): string => words.replaceAll(/\b(?:[\w-]*\d[\w-]*)\b/g, '·');

const lawsIn = ({ scenario: { spec } }: Played): readonly (readonly [index: number, name: LawName])[] =>
  propertiesOf(spec).flatMap((property, index) => {
    const name = lawNames.find((one) => one === property['law']);
    return name === undefined ? [] : [[index, name] as const];
  });

const failureAt = (index: number, words: string): Failure => ({
  path: ['properties', index, 'law'],
  message: `properties.${index}: ${words}`,
});

const withWords = (result: PropertyResult, words: string | undefined, { world: { now } }: Played): PropertyResult =>
  words === undefined ? result : { ...result, broken: { words, shape: shapeOf(words), at: now } };
