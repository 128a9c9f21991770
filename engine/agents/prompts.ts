/** A question that an agent is often asked, with the way to its answer. */
export interface PromptText {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

export const prompts: readonly PromptText[] = [
  {
    name: 'why-is-it-stuck',
    description: 'Find out why a job, a worker or a pod does not go on',
    arguments: [
      { name: 'entity', description: 'Its id, such as job-1', required: true },
      { name: 'world', description: 'The id of its world; the default world unless given', required: false },
    ],
    text: ({ entity = '', world }) =>
      [
        `Find out why ${entity} is stuck${world === undefined ? '' : ` in world ${world}`}.`,
        'Call `explain` for it. Follow what it waits for: explain its endpoint, its worker or its host in the same way, until you reach a cause that waits for nothing.',
        'Read the rule behind each step that you rely on (podsim://rules/ID). Name the one cause, the rule, and the entry of the log or the fault that shows it.',
        'Then fork the world, undo the cause there, advance the fork, and see whether the entity goes on. If it does not, the cause is another one: say so, and look again.',
      ].join('\n'),
  },
  {
    name: 'what-will-it-cost',
    description: 'Estimate what a plan costs before it is carried out',
    arguments: [
      { name: 'plan', description: 'What is to be done, in words', required: true },
      { name: 'world', description: 'The id of the world to begin from; the default world unless given', required: false },
    ],
    text: ({ plan = '', world }) =>
      [
        `Estimate what this costs${world === undefined ? '' : ` from world ${world}`}: ${plan}`,
        'Do not estimate from memory. Fork the world, carry the plan out in the fork with `call` and `advance`, and read the bill there (getBilling operations in podsim://operations).',
        'Fork a second time with another seed, and do it again: the difference is how sure the figure is. Say both figures, in dollars and virtual time, the timing they rest on (`textbook` or measured), and what is still running, and billed, at the end.',
      ].join('\n'),
  },
];
