/** `26.4 s`, to three digits. */
export const amount = (ms: number): string => {
  const [size, unit] =
    ms < 1_000
      ? [1, 'ms']
      : ms < 120_000
        ? [1_000, 's']
        : ms < 7_200_000
          ? [60_000, 'min']
          : ms < 172_800_000
            ? [3_600_000, 'h']
            : [86_400_000, 'days'];
  return `${Number((ms / size).toPrecision(3))} ${unit}`;
};

/** `41 %`. */
export const share = (part: number): string => `${Math.round(part * 100)} %`;

/** A value in one line of YAML. */
export const flow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${key}: ${flow(part)}`)
    .join(', ')} }`;
};
