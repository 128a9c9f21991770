/** `1 job`, `2 jobs`. `shown`: the number as it is written, where that is not its digits alone. */
export const pluralize = (count: number, what: string, shown = String(count)): string => `${shown} ${what}${count === 1 ? '' : 's'}`;
