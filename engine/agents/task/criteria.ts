/** What a run of a task is judged by, from what counts most to what counts least, unless its `order` says otherwise. */
export const criteria = ['goal', 'kept', 'diagnosis', 'orphans', 'dollars', 'refusals', 'time', 'calls'] as const;

/** One thing that a run of a task is judged by. */
export type Criterion = (typeof criteria)[number];
