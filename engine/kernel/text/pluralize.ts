/** `1 job`, `2 jobs`. `shown`: the number in another form than its digits. */
export const pluralize = (count: number, what: string, shown = String(count)): string => `${shown} ${what}${count === 1 ? '' : 's'}`;
