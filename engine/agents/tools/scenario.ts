import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { parseScenario } from '../../scenario/scenario.ts';
import { ask, defineTool } from '../tool.ts';
import { shortText, tellLines } from '../words.ts';
import { readBodySchema } from './given.ts';

const { scenario, seed, member } = readBodySchema('runScenario').shape as Record<string, z.ZodType<string | undefined, string | undefined>>;

interface RunSaid {
  readonly verdict: string;
  readonly title: string;
  readonly seed: string;
  readonly failures: readonly string[];
  readonly unfired: readonly string[];
  readonly warnings: readonly string[];
  readonly results?: never;
  readonly timeline: string;
  readonly endedAt: { readonly virtual: string };
  readonly fingerprint: string;
}

/** Plays a scenario in a world of its own. */
export const scenarioTool = defineTool({
  name: 'run_scenario',
  title: 'Play a scenario',
  description:
    'Plays the text of a scenario file (a world, steps, faults, loads, and what is expected) in a world of its own, and says whether it passed, its results, and its timeline. Changes no other world.',
  input: z.strictObject({
    scenario: scenario as unknown as z.ZodType<string, string>,
    seed: seed as z.ZodType<string | undefined, string | undefined>,
    member: member as z.ZodType<string | undefined, string | undefined>,
    timeline: z.boolean().optional().describe('Whether to show the timeline; yes unless given'),
  }),
  isReadOnly: true,
  *run({ timeline = true, ...body }) {
    const ran = yield* ask({ operation: 'runScenario', body: body as never });
    if (isLeft(ran)) return ran.left;
    const {
      verdict,
      title,
      seed: played,
      failures,
      unfired,
      warnings,
      results,
      timeline: lines,
      endedAt,
      fingerprint,
    } = ran.right as unknown as RunSaid;
    const said = [
      `${verdict}: ${title} (seed ${played}, ended at ${endedAt.virtual}, fingerprint ${fingerprint.slice(0, 12)})`,
      ...failures.map((line) => `failed: ${line}`),
      ...unfired.map((line) => `never taken: ${line}`),
      ...warnings.map((line) => `warning: ${line}`),
      ...(results === undefined ? [] : [`results: ${shortText(results)}`]),
      ...(timeline ? lines.split('\n') : []),
    ];
    return tellLines(said, 'play a shorter scenario, or make its world with `world` and read it with `explain`');
  },
});

/** Says what a run of a scenario would find wrong with the file, without a run. */
export const validateTool = defineTool({
  name: 'validate',
  title: 'Check a scenario file',
  description: 'Reads the text of a scenario file and says, with line and column, what is wrong with it. Plays nothing.',
  input: z.strictObject({ scenario: scenario as unknown as z.ZodType<string, string> }),
  isReadOnly: true,
  *run({ scenario: text }) {
    const parsed = parseScenario('scenario', text, () => undefined);
    const problems = isLeft(parsed) ? parsed.left : parsed.right.flatMap(({ findings }) => findings);
    if (problems.length === 0) return { text: `valid: ${isLeft(parsed) ? 0 : parsed.right.length} run(s)`, isError: false };
    const lines = problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
    return { ...tellLines([...new Set(lines)], 'mend these first'), isError: isLeft(parsed) };
  },
});
