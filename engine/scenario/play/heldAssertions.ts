import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { namesIn } from '../../world/reports/shortNames.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import { substitute } from '../format/variables.ts';
import { readYaml } from '../format/yamlFile.ts';
import { withRefusals } from '../step/assertion.ts';
import { assertionText, textOfMeasured } from '../step/assertionText.ts';
import type { Run } from './run.ts';

/** An assertion that the log meets, with its place in the file. Lines and columns count from 1. */
export interface HeldAssertion {
  readonly line: number;
  readonly column: number;
  /** The assertion in words. */
  readonly what: string;
  /** The numbers that the log has; undefined for an assertion about none. */
  readonly seen?: string;
}

/** The assertions of a scenario file that a run has met. */
export const findHeldAssertions = (text: string, { scenario, world, variables, failed, calls }: Run): readonly HeldAssertion[] => {
  // An error has ended the run before its assertions were looked at.
  if (failed.some(({ path: [part] }) => part === 'invariants')) return [];
  const broken = new Set(failed.flatMap(({ path: [part, k] }) => (part === 'assert' ? [k] : [])));
  const yaml = readYaml(scenario.file, text);
  const names = namesIn(world.log.entries());
  return (scenario.spec.assert ?? []).flatMap((assertion, k) => {
    const filled = substitute(assertion as Json, variables);
    if (broken.has(k) || isLeft(filled)) return [];
    const seen = textOfMeasured(assertion, withRefusals(world, calls), variables);
    const place = isLeft(yaml) ? { line: 1, column: 1 } : yaml.right.placeOf(['assert', k]);
    const what = names.inText(assertionText(filled.right as AssertionSpec));
    return [{ line: place.line, column: place.column, what, ...(seen === undefined ? {} : { seen }) }];
  });
};
