/**
 * The files of the engine that no mutant can break, because they decide nothing, each with the reason.
 * @type {readonly { file: string, because: string }[]}
 */
// biome-ignore format: a table
export const withoutBehavior = [
  { file: 'cloud/call/settings.ts', because: 'one setting, which is off; a scenario that turns it on says its value' },
  { file: 'api/names/publicEndpoints.ts', because: 'a list of names' },
  { file: 'api/contract/parts/describes.ts', because: 'types, and a function that returns what it gets' },
  { file: 'cloud/fault/threads.ts', because: 'the table that the docs show' },
  { file: 'api/contract/parts/enforced.ts', because: 'a registry, and the type of what is in it' },
  { file: 'lab/fidelity/mechanisms.ts', because: 'a list of names, and what they mean' },
  { file: 'lab/fidelity/schema.ts', because: 'the schema of observations for editors, which is compared with its file' },
  { file: 'cloud/account/events.ts',    because: 'types, and the lists of names that they follow from' },
  { file: 'cloud/cluster/events.ts',    because: 'types, and the lists of names that they follow from' },
  { file: 'cloud/fault/events.ts',      because: 'types, and the lists of names that they follow from' },
  { file: 'scenario/properties/kind.ts',   because: 'types, and a function that returns what it gets as another type' },
  { file: 'cloud/worker/state.ts',      because: 'types, and what a worker is before its first event, which sets it' },
  { file: 'cloud/rulebook/rules.ts',    because: 'the rulebook: texts that FIDELITY.md repeats' },
  { file: 'cloud/rulebook/rule.ts',             because: 'the rulebook: texts that FIDELITY.md repeats' },
  { file: 'cloud/rulebook/resources.ts',        because: 'the rulebook: texts that FIDELITY.md repeats' },
  { file: 'cloud/rulebook/serverless.ts',       because: 'the rulebook: texts that FIDELITY.md repeats' },
  { file: 'cloud/rulebook/control.ts',          because: 'the rulebook: texts that FIDELITY.md repeats' },
  { file: 'cloud/timing/judged202611.ts', because: 'figures that a program computes from observations' },
  { file: 'cloud/timing/judged202612.ts', because: 'figures that a program computes from observations' },
  { file: 'cloud/timing/grounds.ts', because: 'two tables put together, which `podsim spec times` shows' },
  { file: 'cloud/timing/grounds202611.ts', because: 'what a program computes from observations' },
  { file: 'cloud/timing/grounds202612.ts', because: 'what a program computes from observations' },
  { file: 'cloud/timing/measured202611.ts', because: 'values that a program computes from observations' },
  { file: 'cloud/timing/measured202612.ts', because: 'values that a program computes from observations' },
  { file: 'simulator/version.ts',           because: 'two numbers; `history.test.ts` opens the logs of each' },
];
