/** Scenario files for the command line's tests: one that passes, one that fails, one that is never done, one with members. */
const world = `world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }]
`;
const submit = 'act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id }';

export const passing = `title: a story that passes\nseed: one\n${world}steps:\n  - { ${submit} }\n  - { when: job $job is COMPLETED, within: 1m }\n`;
export const failing = `title: a story that fails\n${world}steps:\n  - { ${submit}, expect: { status: 418 } }\n`;
export const incomplete = `title: a story without an end\n${world}steps:\n  - { ${submit} }\n  - { when: job $job is FAILED, within: 1m }\n`;

/** Ten members, of which seed 1 with n 2 fails alone; seed 10 and n 22 are there to be taken for it. */
export const members = `title: a story of many
${world}steps:
  - { ${submit}, expect: { status: { oneOf: [200, 201] } } }
  - { act: health, with: { endpoint: ep-a }, expect: { status: $status } }
matrix: { seeds: ['1', '10'], variables: { status: [200, 418, { lt: 300 }] } }
`;
