/** Whether the suite runs in its long version, `npm run test:long`: it tries everything of what `npm test` tries a part of. */
export const isLong = process.env['PODSIM_LONG'] === '1';

/** How many examples are tried: the same few each time, or all in the long version. */
export const fewOrAll = (few: number, all: number): number => (isLong ? all : few);

/** Every n-th of some cases, or all in the long version. */
export const everyNth = <Case>(cases: readonly Case[], n: number): readonly Case[] => cases.filter((_, k) => k % fewOrAll(n, 1) === 0);
