import { z } from 'zod';
import type { MixturePart } from '../../../cloud/handler/distribution.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { checkBounds, type DrawnUnit, explainKind, type Parameter } from './distributionUnits.ts';
import { strictObject } from './objects.ts';

const numberFrom = (schema: typeof z.number, least: number, most: number, what: string): Parameter<number> => {
  const words = `must be ${what} from ${least} to ${most}`;
  const number = schema(words).min(least, words).max(most, words);
  return { written: number, logged: number, isValue: false };
};
const shapes: Shapes<Parameter<number>> = {
  shape: numberFrom(z.number, 0.01, 1_000, 'a number'),
  tailShape: numberFrom(z.number, 0.1, 100, 'a number'),
  phases: numberFrom(z.int as typeof z.number, 1, 1_000, 'a whole number, of exponential phases,'),
};
interface Shapes<OfShape> {
  readonly shape: OfShape;
  /** A lower one gives times that are zero, or beyond all limits. */
  readonly tailShape: OfShape;
  readonly phases: OfShape;
}
const weight = z.int().min(1);

/** The distributions with numeric parameters, and for each parameter its schema, or its written form. */
const describeKinds = <Value, OfShape>({ any, positive }: Values<Value>, { shape, tailShape, phases }: Shapes<OfShape>) => ({
  uniform: { from: any, to: any },
  exponential: { mean: positive },
  lognormal: { median: positive, p95: positive },
  erlang: { shape: phases, mean: positive },
  gamma: { shape, mean: positive },
  weibull: { shape: tailShape, scale: positive },
  pareto: { shape: tailShape, scale: positive },
  triangular: { from: any, mode: any, to: any },
});
interface Values<Value> {
  readonly any: Value;
  readonly positive: Value;
}
type Kinds<Written> = ReturnType<typeof describeKinds<Written, number>>;
type DistributionKind = keyof Kinds<unknown>;
type Numbers = { readonly [name: string]: number };

/** Describes contradictions between the parameters of one kind. */
const contradictions: { readonly [Name in DistributionKind]?: readonly [(values: Numbers) => boolean, string] } = {
  uniform: [({ from = 0, to = 0 }) => from <= to, 'from must not be longer than to'],
  lognormal: [({ median = 0, p95 = 0 }) => median <= p95 && p95 <= 1_000 * median, 'p95 must be from one to a thousand times the median'],
  triangular: [({ from = 0, mode = 0, to = 0 }) => from <= mode && mode <= to, 'from, mode and to must be in order, the shortest first'],
};

export interface BoundsWritten<Written> {
  readonly min?: Written | undefined;
  readonly max?: Written | undefined;
}
/** One that does not follow from another, as people write it; of counts with numbers. */
export type PlainWritten<Value = string> =
  | ({ readonly fixed: Value } & BoundsWritten<Value>)
  | { [Name in DistributionKind]: { readonly [Key in Name]: Readonly<Kinds<Value>[Name]> } & BoundsWritten<Value> }[DistributionKind]
  | ({ readonly empirical: readonly { readonly value: Value; readonly weight?: number | undefined }[] } & BoundsWritten<Value>)
  | ({ readonly hyperexponential: readonly { readonly mean: Value; readonly weight?: number | undefined }[] } & BoundsWritten<Value>)
  | ({
      readonly mixture: readonly { readonly of: PlainWritten<Value>; readonly weight?: number | undefined }[];
    } & BoundsWritten<Value>);

/** One kind: the schemas of its written, logged and shown form, and how to show it. */
export interface DistributionRow {
  readonly kind: string;
  readonly written: z.ZodType;
  readonly read: (value: never) => object;
  readonly logged: z.core.$ZodLooseShape;
  readonly shown: z.ZodType;
  readonly view: (logged: never) => unknown;
}

const mapFields = <From, To>(fields: { readonly [name: string]: From }, change: (field: From, name: string) => readonly [string, To]) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => change(field, name)));

const byNumbers = <Written>(unit: DrawnUnit<Written>, kind: DistributionKind): DistributionRow => {
  const parameters: { readonly [name: string]: Parameter } = describeKinds(unit, shapes)[kind];
  const [holds, otherwise] = contradictions[kind] ?? [() => true];
  const numbers = strictObject(() => mapFields(parameters, ({ written }, name) => [name, written]));
  const nameInLog = (name: string, { isValue }: Parameter) => (isValue ? unit.nameInLog(name) : name);
  return {
    kind,
    written: otherwise === undefined ? numbers : numbers.refine((values) => holds(values), otherwise),
    read: (values: Numbers) => mapFields(parameters, (parameter, name) => [nameInLog(name, parameter), values[name]]),
    logged: mapFields(parameters, (parameter, name) => [nameInLog(name, parameter), parameter.logged]),
    shown: strictObject(() => mapFields(parameters, ({ isValue, written }, name) => [name, isValue ? unit.shown : written])),
    view: (logged: Numbers) =>
      mapFields(parameters, (parameter, name) => {
        const value = logged[nameInLog(name, parameter)] ?? 0;
        return [name, parameter.isValue ? unit.show(value) : value];
      }),
  };
};

/** A list of weighted values: `name` of one as it is written, and the list as `list` in the log. `ifEmpty` is what to say of one without items. */
const byList = <Written>(
  { nameInLog, shown, show }: DrawnUnit<Written>,
  kind: string,
  { written, logged }: Parameter<Written>,
  name: string,
  list: string,
  ifEmpty?: string,
): DistributionRow => ({
  kind,
  written: z.array(strictObject(() => ({ [name]: written, weight: weight.default(1) }))).min(1, ifEmpty),
  read: (items: readonly Numbers[]) => ({ [list]: items.map(({ weight, ...item }) => ({ [nameInLog(name)]: item[name], weight })) }),
  logged: { [list]: z.array(strictObject(() => ({ [nameInLog(name)]: logged, weight }))).min(1) },
  shown: z.array(strictObject(() => ({ [name]: shown, weight }))),
  view: ({ [list]: items = [] }: { readonly [list: string]: readonly Numbers[] }) =>
    items.map(({ weight, ...item }) => ({ [name]: show(item[nameInLog(name)] ?? 0), weight })),
});

/** The schemas for editors do not repeat all kinds inside a mixture: they would be three times as long. */
const any = z.looseObject({}).describe('Any distribution but a mixture');

/** The distributions of values of a unit. */
export const makeFamily = <Written>(unit: DrawnUnit<Written>, others: readonly DistributionRow[] = []) => {
  const { nameInLog, shown, show } = unit;
  const value = nameInLog('value');
  const fixed: DistributionRow = {
    kind: 'fixed',
    written: unit.any.written,
    read: (its: number) => ({ [value]: its }),
    logged: { [value]: unit.any.logged },
    shown,
    view: ({ [value]: its = 0 }: Numbers) => show(its),
  };
  const empirical = byList(unit, 'empirical', unit.any, 'value', 'values');
  const [min, max] = [nameInLog('min'), nameInLog('max')];
  const bound = unit.any.written.optional();

  /** In the order in which the schemas name them. */
  const simple: readonly DistributionRow[] = [
    fixed,
    byNumbers(unit, 'uniform'),
    byNumbers(unit, 'exponential'),
    byNumbers(unit, 'lognormal'),
    empirical,
    byNumbers(unit, 'erlang'),
    byNumbers(unit, 'gamma'),
    byNumbers(unit, 'weibull'),
    byNumbers(unit, 'pareto'),
    byNumbers(unit, 'triangular'),
    byList(unit, 'hyperexponential', unit.positive, 'mean', 'branches', 'must have one branch or more'),
  ];

  const inWords = (rows: readonly DistributionRow[]) =>
    rows.map(({ kind, written, read }) =>
      checkBounds(strictObject(() => ({ [kind]: written, min: bound, max: bound }))).transform((whole) => {
        const { [kind]: its, min: least, max: most } = whole as { readonly [name: string]: unknown };
        return {
          kind,
          ...read(its as never),
          ...(least === undefined ? {} : { [min]: least }),
          ...(most === undefined ? {} : { [max]: most }),
        };
      }),
    );

  const inLog = (rows: readonly DistributionRow[]) =>
    z.discriminatedUnion(
      'kind',
      rows.map(({ kind, logged }) =>
        strictObject(() => ({ kind: z.literal(kind), ...logged, [min]: unit.any.logged.optional(), [max]: unit.any.logged.optional() })),
      ) as unknown as readonly [z.ZodObject],
    );

  const inViews = (rows: readonly DistributionRow[]) =>
    z.union(rows.map(({ kind, shown: schema }) => strictObject(() => ({ [kind]: schema, min: shown.optional(), max: shown.optional() }))));

  /** A part says first which distribution it is: of one that is none, no property is missing. */
  const ofOneKind = any.superRefine((part, { addIssue }) => {
    const words = explainKind(part, listNames(simple));
    if (Object.hasOwn(part, 'mixture')) addIssue('is a mixture itself: give its parts here, each with its share of the weight');
    else if (words !== undefined) addIssue(words);
  });

  const part = ofOneKind.pipe(z.lazy(() => z.union(inWords(simple))));

  /** Other distributions, by their shares. A mixture of mixtures says nothing that one cannot. */
  const mixture: DistributionRow = {
    kind: 'mixture',
    written: z.array(strictObject(() => ({ of: part, weight: weight.default(1) }))).min(1, 'must have one part or more'),
    read: (parts: readonly MixturePart[]) => ({ parts }),
    logged: { parts: z.array(strictObject(() => ({ of: inLog(simple), weight }))).min(1) },
    shown: z.array(strictObject(() => ({ of: inViews(simple), weight }))),
    view: ({ parts }: { readonly parts: readonly MixturePart[] }) => parts.map(({ of, weight }) => ({ of: view(of as never), weight })),
  };

  const rows: readonly DistributionRow[] = [...simple, mixture, ...others];
  const view = ({ kind, [min]: least, [max]: most, ...logged }: { readonly kind: string; readonly [name: string]: unknown }) => ({
    [kind]: rows.find((row) => row.kind === kind)?.view(logged as never),
    ...(least === undefined ? {} : { min: show(least as number) }),
    ...(most === undefined ? {} : { max: show(most as number) }),
  });
  return {
    kinds: listNames(rows),
    part,
    loggedPart: () => inLog(simple),
    empirical,
    written: () => inWords(rows),
    /** One kind alone. */
    writtenAs: (row: DistributionRow) => inWords([row])[0] as z.ZodType,
    loggedAs: (row: DistributionRow) => inLog([row]),
    logged: lazily(() => inLog(rows)),
    shown: () => inViews(rows),
    view,
  };
};

const listNames = (rows: readonly DistributionRow[]): readonly string[] => rows.map(({ kind }) => kind);
