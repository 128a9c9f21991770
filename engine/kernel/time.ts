/** Whole milliseconds since the world's start instant. The only time in `engine/`. */
export type VirtualTime = number & { readonly __unit: 'virtual time, ms since start' };

/** A length of virtual time in whole milliseconds. */
export type DurationMs = number & { readonly __unit?: 'duration, ms' };

export const worldStart = 0 as VirtualTime;

export const seconds = (n: number): DurationMs => n * 1_000;
export const minutes = (n: number): DurationMs => n * 60_000;
export const hours = (n: number): DurationMs => n * 3_600_000;
export const days = (n: number): DurationMs => n * 86_400_000;

export const later = (at: VirtualTime, by: DurationMs): VirtualTime => (at + by) as VirtualTime;

const msPerUnit: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How durations are written everywhere: `500ms`, `8s`, `2m`, `1h30m`, `2.5s`. A bare number is not one. */
export const durationPattern = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

/** Reads a written duration; undefined when it is not one, or is not a whole number of milliseconds. */
export const parseDuration = (text: string): DurationMs | undefined => {
  if (!durationPattern.test(text)) return undefined;
  let total = 0;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(/(\d+)(?:\.(\d+))?(ms|s|m|h|d)/g)) {
    const scale = fraction === '' ? 1 : Number(`1${'0'.repeat(fraction.length)}`);
    const part = (Number(whole + fraction) * (msPerUnit[unit] ?? 0)) / scale;
    total += part;
  }
  return Number.isSafeInteger(total) ? total : undefined;
};

/** The shortest way to write a duration: `90s` is `1m30s`, zero is `0s`. */
export const formatDuration = (ms: DurationMs): string => {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  const parts: string[] = [];
  let rest = ms;
  for (const unit of ['d', 'h', 'm', 's', 'ms']) {
    const size = msPerUnit[unit] ?? 1;
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count}${unit}`);
    rest -= count * size;
  }
  return parts.length === 0 ? '0s' : parts.join('');
};

/** A duration for people, in three digits: `0 s`, `340 ms`, `5.25 s`, `24.2 s`, `1 min 56 s`, `2 h 5 min`, `3 d 4 h`. */
export const sayDuration = (ms: number): string => {
  if (ms < 0) return `-${sayDuration(-ms)}`;
  if (ms === 0) return '0 s';
  if (ms < 999.5) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 59_950) return `${Number((ms / 1_000).toPrecision(3))} s`;
  if (ms < 3_599_500) return sayTwo(Math.round(ms / 1_000), 60, 'min', 's');
  if (ms < 86_370_000) return sayTwo(Math.round(ms / 60_000), 60, 'h', 'min');
  return sayTwo(Math.round(ms / 3_600_000), 24, 'd', 'h');
};

const sayTwo = (count: number, size: number, large: string, small: string): string => {
  const [whole, rest] = [Math.floor(count / size), count % size];
  return rest === 0 ? `${whole} ${large}` : `${whole} ${large} ${rest} ${small}`;
};

/** `00:00:02.000`, and from one day on `1d 00:00:02.000`. */
export const formatVirtualTime = (at: VirtualTime): string => {
  const pad = (n: number, width: number) => String(n).padStart(width, '0');
  const day = Math.floor(at / 86_400_000);
  const clock = `${pad(Math.floor(at / 3_600_000) % 24, 2)}:${pad(Math.floor(at / 60_000) % 60, 2)}:${pad(Math.floor(at / 1_000) % 60, 2)}.${pad(at % 1_000, 3)}`;
  return day > 0 ? `${day}d ${clock}` : clock;
};

/** Reads the text of `formatVirtualTime`; undefined if it is no such time. */
export const parseVirtualTime = (text: string): VirtualTime | undefined => {
  const match = /^(?:(\d{1,8})d )?([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?$/.exec(text);
  if (match === null) return undefined;
  const [day = 0, hour = 0, minute = 0, second = 0, ms = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  return (days(day) + hours(hour) + minutes(minute) + seconds(second) + ms) as VirtualTime;
};
