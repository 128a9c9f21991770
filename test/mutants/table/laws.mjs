/**
 * Mistakes in what a finished run promises: each run by itself is as it should be, so no invariant, scenario or property sees them. A law
 * compares the run with another one of the same inputs, and it alone does. The explorer checks laws on some of its runs, and finds them.
 */
// biome-ignore format: a table
export const seenByLaws = [
  { law: 'snapshot', file: 'cloud/projections/fleet.ts', was: 'this.#pools.set(endpointId, pool);', is: 'this.#pools.set(endpointId, { ...pool, active: 0 });',  about: 'a snapshot forgets how many workers are active' },
  { law: 'rerun',    file: 'world/history/rerun.ts',     was: 'at, unguarded: true, ...(key === undefined ? {} : { key }) }', is: 'at, unguarded: true }',                                about: 'a call that is played again has lost its key' },
];
