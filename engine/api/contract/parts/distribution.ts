import { z } from 'zod';
import type { Distribution, MixturePart } from '../../../cloud/handler/distribution.ts';
import { durationPattern, formatDuration } from '../../../kernel/time.ts';
import { duration } from './duration.ts';

/** A parameter of a distribution: as a scenario writes it, and as the log has it, where the name of a time ends in `Ms`. */
interface Parameter<Written = unknown> {
  readonly written: z.ZodType<number, Written>;
  readonly logged: z.ZodType<number>;
  readonly isTime: boolean;
}

const ms = z.int().min(0);
const shown = z.string().regex(durationPattern);
const time: Parameter<string> = { written: duration, logged: ms, isTime: true };
/** Of a time of nothing, no distribution has the other parameters. */
const span: Parameter<string> = {
  written: duration.refine((ms) => ms > 0, 'must be longer than nothing'),
  logged: ms.min(1),
  isTime: true,
};

const numberFrom = (schema: typeof z.number, least: number, most: number, what: string): Parameter<number> => {
  const words = `must be ${what} from ${least} to ${most}`;
  const number = schema(words).min(least, words).max(most, words);
  return { written: number, logged: number, isTime: false };
};
const shape = numberFrom(z.number, 0.01, 1_000, 'a number');
/** A lower one gives times that are nothing, or longer than any. */
const tailShape = numberFrom(z.number, 0.1, 100, 'a number');
const phases = numberFrom(z.int as typeof z.number, 1, 1_000, 'a whole number, of exponential phases,');
const weight = z.int().min(1);

/** The distributions that are defined by numbers. */
const kinds = {
  uniform: { from: time, to: time },
  exponential: { mean: span },
  lognormal: { median: span, p95: span },
  erlang: { shape: phases, mean: span },
  gamma: { shape, mean: span },
  weibull: { shape: tailShape, scale: span },
  pareto: { shape: tailShape, scale: span },
  triangular: { from: time, mode: time, to: time },
};
type Kinds = typeof kinds;
type Values = { readonly [name: string]: number };

/** What the parameters of one kind contradict. */
const contradictions: { readonly [Kind in keyof Kinds]?: readonly [(values: Values) => boolean, string] } = {
  uniform: [({ from = 0, to = 0 }) => from <= to, 'from must not be longer than to'],
  lognormal: [({ median = 0, p95 = 0 }) => median <= p95 && p95 <= 1_000 * median, 'p95 must be from one to a thousand times the median'],
  triangular: [({ from = 0, mode = 0, to = 0 }) => from <= mode && mode <= to, 'from, mode and to must be in order, the shortest first'],
};

interface BoundsWritten {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}
type ParametersWritten<Kind extends keyof Kinds> = {
  readonly [Name in keyof Kinds[Kind]]: Kinds[Kind][Name] extends Parameter<infer Written> ? Written : never;
};
/** A distribution as people write it: `{ fixed: '2s' }`, `{ gamma: { shape: 2, mean: '5s' }, max: '1m' }`. */
export type DistributionWritten =
  | ({ readonly fixed: string } & BoundsWritten)
  | { [Kind in keyof Kinds]: { readonly [Name in Kind]: ParametersWritten<Kind> } & BoundsWritten }[keyof Kinds]
  | ({ readonly empirical: readonly { readonly value: string; readonly weight?: number | undefined }[] } & BoundsWritten)
  | ({ readonly hyperexponential: readonly { readonly mean: string; readonly weight?: number | undefined }[] } & BoundsWritten)
  | ({ readonly mixture: readonly { readonly of: DistributionWritten; readonly weight?: number | undefined }[] } & BoundsWritten);

/** One kind: the schemas of what is written, logged and shown, and what to show. */
interface Row {
  readonly kind: string;
  readonly written: z.ZodType;
  readonly read: (value: never) => object;
  readonly logged: z.core.$ZodLooseShape;
  readonly shown: z.ZodType;
  readonly view: (logged: never) => unknown;
}

const mapFields = <From, To>(fields: { readonly [name: string]: From }, change: (field: From, name: string) => readonly [string, To]) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => change(field, name)));

const nameInLog = (name: string, { isTime }: Parameter): string => (isTime ? `${name}Ms` : name);

const byNumbers = (kind: keyof Kinds): Row => {
  const parameters: { readonly [name: string]: Parameter } = kinds[kind];
  const [holds, otherwise] = contradictions[kind] ?? [() => true];
  const numbers = z.strictObject(mapFields(parameters, ({ written }, name) => [name, written]));
  return {
    kind,
    written: otherwise === undefined ? numbers : numbers.refine((values) => holds(values), otherwise),
    read: (values: Values) => mapFields(parameters, (parameter, name) => [nameInLog(name, parameter), values[name]]),
    logged: mapFields(parameters, (parameter, name) => [nameInLog(name, parameter), parameter.logged]),
    shown: z.strictObject(mapFields(parameters, ({ isTime, written }, name) => [name, isTime ? shown : written])),
    view: (logged: Values) =>
      mapFields(parameters, (parameter, name) => {
        const value = logged[nameInLog(name, parameter)] ?? 0;
        return [name, parameter.isTime ? formatDuration(value) : value];
      }),
  };
};

/** A list of weighted times: `name` of one as it is written, `inLog` as the log has it, and the list as `list` there. `ifEmpty` is what to say of one without items. */
const byList = (kind: string, { written, logged }: Parameter, name: string, list: string, inLog: string, ifEmpty?: string): Row => ({
  kind,
  written: z.array(z.strictObject({ [name]: written, weight: weight.default(1) })).min(1, ifEmpty),
  read: (items: readonly Values[]) => ({ [list]: items.map(({ weight, ...item }) => ({ [inLog]: item[name], weight })) }),
  logged: { [list]: z.array(z.strictObject({ [inLog]: logged, weight })).min(1) },
  shown: z.array(z.strictObject({ [name]: shown, weight })),
  view: ({ [list]: items = [] }: { readonly [list: string]: readonly Values[] }) =>
    items.map(({ weight, ...item }) => ({ [name]: formatDuration(item[inLog] ?? 0), weight })),
});

const empirical = byList('empirical', time, 'value', 'values', 'ms');
/** The list of values of an empirical distribution, as it is written. */
export const empiricalValues = empirical.written;

const fixed: Row = {
  kind: 'fixed',
  written: duration,
  read: (value: number) => ({ ms: value }),
  logged: { ms },
  shown,
  view: ({ ms = 0 }: Values) => formatDuration(ms),
};

/** In the order in which the schemas name them. */
const simple: readonly Row[] = [
  fixed,
  byNumbers('uniform'),
  byNumbers('exponential'),
  byNumbers('lognormal'),
  empirical,
  byNumbers('erlang'),
  byNumbers('gamma'),
  byNumbers('weibull'),
  byNumbers('pareto'),
  byNumbers('triangular'),
  byList('hyperexponential', span, 'mean', 'branches', 'meanMs', 'must have one branch or more'),
];

const inWords = (rows: readonly Row[]) =>
  rows.map(({ kind, written, read }) =>
    z.strictObject({ [kind]: written, min: duration.optional(), max: duration.optional() }).transform((whole) => {
      const { [kind]: value, min, max } = whole as { readonly [name: string]: unknown };
      return { kind, ...read(value as never), ...(min === undefined ? {} : { minMs: min }), ...(max === undefined ? {} : { maxMs: max }) };
    }),
  );

const inLog = (rows: readonly Row[]) =>
  z.discriminatedUnion(
    'kind',
    rows.map(({ kind, logged }) =>
      z.strictObject({ kind: z.literal(kind), ...logged, minMs: ms.optional(), maxMs: ms.optional() }),
    ) as unknown as readonly [z.ZodObject],
  );

const inViews = (rows: readonly Row[]) =>
  z.union(rows.map(({ kind, shown: schema }) => z.strictObject({ [kind]: schema, min: shown.optional(), max: shown.optional() })));

/** The schemas for editors do not repeat all kinds inside a mixture: they would be three times as long. */
const any = z.looseObject({}).describe('Any distribution but a mixture');

/** Other distributions, by their shares. A mixture of mixtures says nothing that one cannot. */
const mixture: Row = {
  kind: 'mixture',
  written: z
    .array(z.strictObject({ of: any.pipe(z.union(inWords(simple))), weight: weight.default(1) }))
    .min(1, 'must have one part or more'),
  read: (parts: readonly MixturePart[]) => ({ parts }),
  logged: { parts: z.array(z.strictObject({ of: inLog(simple), weight })).min(1) },
  shown: z.array(z.strictObject({ of: inViews(simple), weight })),
  view: ({ parts }: { readonly parts: readonly MixturePart[] }) => parts.map(({ of, weight }) => ({ of: distributionView(of), weight })),
};

const rows: readonly Row[] = [...simple, mixture];

/** A distribution of durations, by its kind: `{ fixed: 2s }`, `{ exponential: { mean: 2s }, max: 10s }`. */
export const distribution = z.union(inWords(rows), {
  // Logs have this text: it stays as it is, and so names the first kinds only.
  error:
    'must be one of { fixed: 5s }, { uniform: { from: 1s, to: 9s } }, { exponential: { mean: 5s } }, { lognormal: { median: 2s, p95: 9s } }, { empirical: [{ value: 5s }] }',
}) as unknown as z.ZodType<Distribution, DistributionWritten>;

/** A distribution as the log has it: in milliseconds. */
export const loggedDistribution = inLog(rows) as unknown as z.ZodType<Distribution>;

/** A distribution as the control plane shows it: as a scenario writes it. */
export const distributionInViews = () => inViews(rows) as unknown as z.ZodType<DistributionWritten, DistributionWritten>;

/** The distribution in the form that `distribution` reads: reading it back gives the same one. */
export const distributionView = ({ kind, minMs, maxMs, ...logged }: Distribution): DistributionWritten =>
  ({
    [kind]: rows.find((row) => row.kind === kind)?.view(logged as never),
    ...(minMs === undefined ? {} : { min: formatDuration(minMs) }),
    ...(maxMs === undefined ? {} : { max: formatDuration(maxMs) }),
  }) as unknown as DistributionWritten;
