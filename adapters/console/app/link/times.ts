import { parseDuration } from '../../../../engine/kernel/index.ts';

/**
 * The virtual time that is meant: `00:30:00`, `1d 00:30:00`, `30m`, `1h 30 min`. Of `12:30` it is the later reading that the run still has:
 * hours and minutes, or else minutes and seconds. Undefined for what is no time.
 */
export const timeMeant = (text: string, end: number): number | undefined => {
  const written = text.trim().toLowerCase();
  const readings = clockReadings(written);
  if (readings.length > 0) return readings.find((at) => at <= end) ?? readings.at(-1);
  return parseDuration(written.replace(/(\d)\s*([a-z]+)\s*/g, (_, digit: string, unit: string) => `${digit}${units[unit] ?? unit}`));
};

const units: Readonly<Record<string, string>> = {
  millisecond: 'ms',
  milliseconds: 'ms',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
};

/** What a clock may mean by its digits, latest first. */
const clockReadings = (text: string): readonly number[] => {
  const [, days = 0, first, second, third, fraction = ''] =
    /^(?:(\d{1,5})d )?(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (first === undefined) return [];
  const [a, b, c] = [Number(first), Number(second), Number(third ?? 0)];
  const ms = Number(fraction.padEnd(3, '0'));
  const at = (hours: number, minutes: number, seconds: number): number =>
    (((Number(days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms;
  if (third !== undefined) return [at(a, b, c)];
  return fraction === '' ? [at(a, b, 0), at(0, a, b)] : [at(0, a, b)];
};
