import { byPlace, type FileFinding, problemText, type Scenario } from '../../../engine/scenario/index.ts';

/** A finding of some runs of a file. */
interface Shared {
  readonly finding: FileFinding;
  readonly runs: Scenario[];
}

/** The runs with each finding once: the first run that has it says which others of its file do. */
export const withSharedFindings = (scenarios: readonly Scenario[]): readonly Scenario[] => {
  if (scenarios.every(({ findings }) => findings.length === 0)) return scenarios;
  const shown = new Map<Scenario, FileFinding[]>();
  for (const runs of filesIn(scenarios)) {
    for (const { finding, runs: having } of collectShared(runs)) {
      const [first] = having;
      if (first === undefined) continue;
      const words = listMembers(having).length > 1 ? withMembers(finding, having, runs) : finding;
      shown.set(first, [...(shown.get(first) ?? []), words]);
    }
  }
  return scenarios.map((scenario) => ({ ...scenario, findings: shown.get(scenario) ?? [] }));
};

/** What is found in the runs of a file, each once, with the members of which it is true unless it is true of all. */
export const collectSharedFindings = (runs: readonly Scenario[]): readonly FileFinding[] =>
  collectShared(runs)
    .map(({ finding, runs: having }) => withMembers(finding, having, runs))
    .sort(byPlace);

const filesIn = (scenarios: readonly Scenario[]): Iterable<readonly Scenario[]> => {
  const files = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const runs = files.get(scenario.file);
    if (runs === undefined) files.set(scenario.file, [scenario]);
    else runs.push(scenario);
  }
  return files.values();
};

const collectShared = (runs: readonly Scenario[]): readonly Shared[] => {
  const shared = new Map<string, Shared>();
  for (const run of runs) {
    for (const finding of run.findings) {
      const text = problemText(finding);
      const known = shared.get(text);
      if (known === undefined) shared.set(text, { finding, runs: [run] });
      else known.runs.push(run);
    }
  }
  return [...shared.values()];
};

const withMembers = (finding: FileFinding, having: readonly Scenario[], runs: readonly Scenario[]): FileFinding =>
  having.length === runs.length ? finding : { ...finding, message: `${finding.message} (${listMembers(having).join(', ')})` };

/** The names of members without their seeds, which make no difference to findings. */
const listMembers = (runs: readonly Scenario[]): readonly string[] => [
  ...new Set(runs.map(({ member = '' }) => member.replace(/^seed=\S* ?/, ''))),
];
