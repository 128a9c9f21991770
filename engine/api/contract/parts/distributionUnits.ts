import { z } from 'zod';
import { durationPattern, formatDuration } from '../../../kernel/time.ts';
import { duration } from './duration.ts';

/** A parameter of a distribution: as a scenario writes it, and as the log has it. */
export interface Parameter<Written = unknown> {
  readonly written: z.ZodType<number, Written>;
  readonly logged: z.ZodType<number>;
  /** It is one of the values that may be drawn, and no shape or weight. */
  readonly isValue: boolean;
}

/** The unit of a distribution: the written, logged and shown form of its values. */
export interface DrawnUnit<Written> {
  readonly any: Parameter<Written>;
  /** Of a value of nothing, no distribution has the other parameters. */
  readonly positive: Parameter<Written>;
  readonly shown: z.ZodType<Written, Written>;
  readonly show: (value: number) => Written;
  readonly nameInLog: (name: string) => string;
}

const parameter = <Written>(written: z.ZodType<number, Written>, least: number): Parameter<Written> => ({
  written,
  logged: z.int().min(least),
  isValue: true,
});

export const times: DrawnUnit<string> = {
  any: parameter(duration, 0),
  positive: parameter(
    duration.refine((ms) => ms > 0, 'must be longer than nothing'),
    1,
  ),
  shown: z.string().regex(durationPattern),
  show: formatDuration,
  nameInLog: (name) => (name === 'value' ? 'ms' : `${name}Ms`),
};

const countWords = 'must be a whole number, such as 800';
export const counts: DrawnUnit<number> = {
  any: parameter(z.int(countWords).min(0, countWords), 0),
  positive: parameter(z.int(countWords).min(1, 'must be a whole number from 1'), 1),
  shown: z.int().min(0),
  show: (value) => value,
  nameInLog: (name) => name,
};

/** What to say of an object that names none of these kinds. */
export const explainKind = (part: object, kinds: readonly string[]): string | undefined => {
  const [name] = Object.keys(part).filter((key) => key !== 'min' && key !== 'max');
  if (name !== undefined && kinds.includes(name)) return undefined;
  return `${name === undefined ? 'names no distribution' : `'${name}' is no distribution`}: there are ${kinds.join(', ')}`;
};

/** Bounds that contradict each other are no distribution: all that is drawn would be the greatest. */
export const checkBounds = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine(
    (whole) => {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = whole as { readonly min?: number; readonly max?: number };
      return min <= max;
    },
    { message: 'min must not be above max', path: ['min'] },
  );
