/** Whether the suite runs in its long version, `npm run test:long`: it tries everything of what `npm test` tries a part of. */
export const isLong = process.env['PODSIM_LONG'] === '1';

/** How many examples are tried: the same few each time, or all in the long version. */
export const fewOrAll = (few: number, all: number): number => (isLong ? all : few);
