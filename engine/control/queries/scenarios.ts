import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { limitWords } from '../../api/reading/bounds.ts';
import type { Json } from '../../kernel/canonical.ts';
import { allChecks } from '../../scenario/editor/allChecks.ts';
import type { FileProblem } from '../../scenario/format/problem.ts';
import { resultsSchema } from '../../scenario/format/resultsFormat.ts';
import { play } from '../../scenario/play/play.ts';
import { computeResults } from '../../scenario/play/results.ts';
import type { Run } from '../../scenario/play/run.ts';
import { parseScenario, type Scenario } from '../../scenario/scenario.ts';
import { timeline } from '../../scenario/timeline/timeline.ts';
import { serverOperation } from '../operation.ts';
import { showTimePoint, timePoint } from '../timePoint.ts';

/** POST scenarios/run: plays a scenario's text in a temporary world. */
export const runScenario = serverOperation({
  id: 'runScenario',
  ofProcess: true,
  worksOn: () => right([]),
  methods: ['POST'],
  path: '/_podsim/v1/scenarios/run',
  summary: 'Play a scenario in a temporary world',
  body: strictObject(() => ({
    scenario: z.string().min(1).describe('The text of a scenario file'),
    seed: z.string().min(1).max(200).optional().describe('Replaces the scenario’s own seed'),
    member: z.string().optional().describe('The member of its matrix to play; the first unless given'),
  })),
  bodyMax: 'scenarioBody',
  success: {
    status: 200,
    schema: strictObject(() => ({
      verdict: z.enum(['pass', 'fail', 'incomplete']),
      title: z.string(),
      member: z.string().nullable(),
      members: z.array(z.string()).describe('Every member of its matrix'),
      seed: z.string(),
      failures: z.array(z.string()).describe('What differed from the expectations'),
      unfired: z.array(z.string()).describe('Steps that were never taken, and why'),
      warnings: z.array(z.string()).describe('Mistakes in the scenario, and parts of it that had no effect'),
      results: resultsSchema.optional().describe('Of a run with a load'),
      timeline: z.string(),
      entries: z.int().describe('The number of log entries'),
      endedAt: timePoint,
      fingerprint: z.string(),
    })),
  },
  rules: ['control.scenarios'],
  answer: ({ world, host }, { body: { scenario: text, seed, member } }) => {
    let wantsFile = false;
    const nothingBeside = (): undefined => {
      wantsFile = true;
    };
    const parsed = parseScenario('scenario', text, nothingBeside, seed === undefined ? undefined : [seed]);
    if (isLeft(parsed)) return unreadable(wantsFile ? parsed.left.map(withoutFiles) : parsed.left);
    const chosen = parsed.right.find((one) => member === undefined || one.member === member);
    const members = listMembers(parsed.right);
    if (chosen === undefined)
      return invalid([`$.member: there is no member '${member}'; there are ${members.slice(0, 10).join(', ') || 'none'}`]);
    return right({
      status: 200,
      body: runView(play(chosen, { ...allChecks, entriesMax: host.limits.scenarioEntries, sha256: world.sha256 }), parsed.right),
    });
  },
});

const invalid = (errors: readonly string[]) =>
  left({ kind: 'invalid', rule: 'control.scenarios', detail: 'The scenario cannot be played.', errors } as const);

/** `line:column message`, one line per problem. */
const unreadable = (problems: readonly FileProblem[]) => invalid(problems.map(textWithPlace));

const textWithPlace = ({ line, column, message }: FileProblem): string => `${line}:${column} ${message}`;

const withoutFiles = (problem: FileProblem): FileProblem =>
  problem.message.startsWith('include:')
    ? { ...problem, message: 'include: a server reads no files; write the world into the scenario' }
    : problem;

const listMembers = (scenarios: readonly Scenario[]): readonly string[] => scenarios.flatMap(({ member }) => member ?? []);

const runView = (run: Run, all: readonly Scenario[]): Json => {
  const { scenario, verdict, failures, unfired, idle, world } = run;
  const results = computeResults(run);
  return {
    verdict,
    title: scenario.spec.title,
    member: scenario.member ?? null,
    members: listMembers(all),
    seed: scenario.definition.seed,
    failures,
    unfired: unfired.map((words) => (words.startsWith('entriesMax:') ? `${words} (${limitWords('scenarioEntries')})` : words)),
    warnings: [...scenario.findings.map(textWithPlace), ...idle.map(({ message }) => message)],
    ...(results === undefined ? {} : { results }),
    timeline: timeline(world.log.entries()),
    entries: world.log.length,
    endedAt: showTimePoint(world, world.now),
    fingerprint: world.fingerprint(),
  };
};
