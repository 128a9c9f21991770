import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { planStudy, resultsFor } from '../design/plan.ts';
import type { Known, SeededResult } from '../results/known.ts';
import type { Study } from '../study.ts';

/**
 * Why the seeds of a study add nothing: with every configuration, all of them give the same play. Such plays look like perfect precision,
 * and are one play many times. Undefined if a seed makes a difference, or no configuration has two plays.
 */
export const findSameness = (study: Study, known: Known): string | undefined => {
  const plays = planStudy(study, known).parts.map((part) => resultsFor(part, known));
  if (!plays.some(({ length }) => length > 1) || !plays.every(areAllTheSame)) return undefined;
  const [first, second] = plays.find(({ length }) => length > 1) ?? [];
  return `seeds ${first?.seed} and ${second?.seed}, and all others, give the same play with every configuration: nothing that matters here is drawn, so more seeds say nothing, and no interval is known. Give \`seeds: [${first?.seed}]\`, or say what varies: arrivals (\`poisson: { rate: 5/m }\`), a duration (\`{ exponential: { mean: 4s } }\`), or times (\`timing: measured-2026-12\`)`;
};

const areAllTheSame = ([first, ...others]: readonly SeededResult[]): boolean =>
  first === undefined || others.every((other) => formatResult(other) === formatResult(first));

/** Everything measured. The fingerprint is left out, because the seed is a part of it. */
const formatResult = ({ result: { fingerprint: _, ...rest } }: SeededResult): string => canonicalText(rest as unknown as Json);
