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
