/**
 * The files of the engine in which no mutant stands yet. The list only gets shorter: a file that gets a row leaves it, and a new file comes
 * with its rows.
 * @type {readonly string[]}
 */
export const waitingForRows = [
  'explorer/bodyWords.ts',
  'explorer/explore.ts',
  'explorer/found.ts',
  'explorer/mutate.ts',
  'explorer/shrinkOrder.ts',
  'explorer/shrinkProperties.ts',
  'explorer/swarm.ts',
  'explorer/timing.ts',
  'scenario/keys.ts',
  'scenario/lint/eventFields.ts',
  'scenario/problem.ts',
  'scenario/recording/answersText.ts',
];
