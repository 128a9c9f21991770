import { parseChange } from '../../../../engine/compare/index.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { parseScenario } from '../../../../engine/scenario/index.ts';
import type { KnownRun, PageData, ScenarioText } from '../pageData.ts';
import type { PlayRequest } from './port/messages.ts';

/** A run that can be chosen. */
export interface ChoosableRun {
  readonly name: string;
  readonly request: PlayRequest;
  /** The outcome in Node, if the page was made with this run. */
  readonly known?: KnownRun;
  /** The run that this is a branch of. */
  readonly parent?: ChoosableRun;
}

/** More runs of one file are not offered. */
const membersMax = 100;

/** The runs that the page was made with. */
export const listRuns = ({ scenarios }: PageData): readonly ChoosableRun[] =>
  scenarios.flatMap(({ runs, ...scenario }) =>
    runs.map((known) => ({ name: nameRun(known.title, known.member), request: { scenario, index: known.index }, known })),
  );

/** The runs of a scenario that the page was not made with. A scenario that cannot be read has one run, which will say why. */
export const runsOfText = (scenario: ScenarioText): readonly ChoosableRun[] => {
  const { changes: _changes, ...base } = scenario;
  const { file, text, files, seeds } = scenario;
  const parsed = parseScenario(file, text, (path) => (Object.hasOwn(files, path) ? files[path] : undefined), seeds);
  if (parsed._tag === 'Left') return [{ name: /^title: *(.*)$/m.exec(text)?.[1] ?? file, request: { scenario: base, index: 0 } }];
  return parsed.right
    .slice(0, membersMax)
    .map(({ spec, member }, index) => ({ name: nameRun(spec.title, member ?? null), request: { scenario: base, index } }));
};

const nameRun = (title: string, member: string | null): string => (member === null ? title : `${title} · ${member}`);

/** The run with one more change. Up to there it is the same run. */
export const branchOfRun = (parent: ChoosableRun, change: string): ChoosableRun => {
  const { scenario, index } = parent.request;
  return {
    name: changeName(change),
    request: { scenario: { ...scenario, changes: [...(scenario.changes ?? []), change] }, index },
    parent,
  };
};

/** A run, and one branch after the other. */
export const branchesOfRun = (run: ChoosableRun, changes: readonly string[]): readonly ChoosableRun[] => {
  const made = [run];
  for (const change of changes) made.push(branchOfRun(made.at(-1) as ChoosableRun, change));
  return made;
};

/** The change, and its time. */
const changeName = (change: string): string => {
  const parsed = parseChange('change', change);
  if (parsed._tag === 'Left') return 'a change that cannot be read';
  const { at, act = 'settings' } = parsed.right;
  return `${act} at ${formatVirtualTime(at as VirtualTime)}`;
};

/** Lists the original run and the branches that lead to a run, in order. */
export const listTrail = (run: ChoosableRun): readonly ChoosableRun[] =>
  run.parent === undefined ? [run] : [...listTrail(run.parent), run];

/** All runs that are branches of the same run, with that run first. */
export const listFamily = (runs: readonly ChoosableRun[], run: ChoosableRun): readonly ChoosableRun[] => {
  const [root] = listTrail(run);
  return runs.filter((one) => listTrail(one)[0] === root);
};

/** Whether the page was made with it, or with the run that it is a branch of. */
export const isOfPage = (run: ChoosableRun | undefined): boolean => run !== undefined && (run.known !== undefined || isOfPage(run.parent));
