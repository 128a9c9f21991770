/** Milliseconds in the units of time. */
const timeUnits: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** The units of values. */
export const unitNames = ['ms', 's', 'min', 'h', 'd', 'count', 'ratio', 'code', 'text', 'bool', 'USD', 'USD/h', 'USD/s'] as const;
export type ValueUnit = (typeof unitNames)[number];

export const isTime = (unit: ValueUnit): boolean => timeUnits[unit] !== undefined;

/** Whether values of a unit are judged by their error; others are right or wrong. */
export const isMeasured = (unit: ValueUnit): boolean => isTime(unit) || unit === 'ratio' || unit.startsWith('USD');

/** Converts a number to the unit of a play: times to milliseconds, other values unchanged. */
export const inPlays = (unit: ValueUnit, value: number): number => value * (timeUnits[unit] ?? 1);
