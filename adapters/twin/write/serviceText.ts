import { distributionView } from '../../../engine/api/index.ts';
import type { Distribution } from '../../../engine/cloud/index.ts';
import { formatDuration } from '../../../engine/kernel/index.ts';
import type { SizeFit } from '../fit/bySize.ts';
import type { TwinFit } from '../fitTwin.ts';
import { flow } from './words.ts';

/** The files of a twin. */
export interface TwinFile {
  readonly name: string;
  readonly text: string;
}

type Served = Pick<TwinFit, 'service' | 'bySize'>;

const serviceFile = 'service.csv';
const slowerServiceFile = 'service-slower.csv';
const sizesFile = 'sizes.csv';
const remainderFile = 'remainder.csv';
const slowerRemainderFile = 'remainder-slower.csv';

export const columnText = (values: readonly number[], name = 'ms'): string => `${name}\n${values.join('\n')}\n`;

export const columnFlow = (file: string): string => `{ empirical: { file: ${file}, column: ms, unit: ms } }`;

/** Each draw scans the values: of more values, this many quantiles serve as well. */
const valuesMax = 1_000;
const thinOut = (sorted: readonly number[]): readonly number[] => {
  const count = Math.min(valuesMax, sorted.length);
  return Array.from({ length: count }, (_, k) => Math.round(sorted[Math.floor(((k + 0.5) * sorted.length) / count)] ?? 0));
};

/** A timeout that stops no such job: twice the longest duration, and at least 5 minutes. */
export const timeoutFor = (sorted: readonly number[]): number => Math.max(300_000, Math.ceil((2 * (sorted.at(-1) ?? 0)) / 60_000) * 60_000);

/** The durations of jobs, in one line of YAML. */
export const serviceFlow = ({ service, bySize }: Served): string =>
  typeof bySize === 'object' ? sizeFlow(bySize, 1, remainderFile) : timesFlow(service.chosen, serviceFile);

/** The same a tenth longer. */
export const slowerServiceFlow = ({ service, bySize }: Served): string =>
  typeof bySize === 'object' ? sizeFlow(bySize, slower, slowerRemainderFile) : timesFlow(timesSlower(service.chosen), slowerServiceFile);

/** The values that `serviceFlow` draws from. */
export const serviceFiles = ({ service, bySize }: Served): readonly TwinFile[] =>
  typeof bySize === 'object'
    ? [{ name: sizesFile, text: columnText(bySize.sizes, 'size') }, ...valueFiles(bySize.remainder, 1, remainderFile)]
    : valueFiles(service, 1, serviceFile);

/** The additional files of `slowerServiceFlow`. */
export const slowerServiceFiles = ({ service, bySize }: Served): readonly TwinFile[] =>
  typeof bySize === 'object' ? valueFiles(bySize.remainder, slower, slowerRemainderFile) : valueFiles(service, slower, slowerServiceFile);

const slower = 1.1;

const valueFiles = ({ chosen, sorted }: TwinFit['service'], times: number, name: string): readonly TwinFile[] =>
  chosen === undefined ? [{ name, text: columnText(thinOut(sorted).map((ms) => Math.round(times * ms))) }] : [];

const timesFlow = (chosen: Distribution | undefined, file: string): string =>
  chosen === undefined ? columnFlow(file) : flow(distributionView(chosen));

const sizeFlow = ({ interceptMs, slopeMs, per, remainder: { chosen } }: SizeFit, times: number, file: string): string => {
  const scaleDuration = (ms: number): string => formatDuration(Math.round(times * ms));
  const rest = timesFlow(times === 1 ? chosen : timesSlower(chosen), file);
  return `{ bySize: { size: { empirical: { file: ${sizesFile}, column: size } }, intercept: ${scaleDuration(interceptMs)}, slope: ${scaleDuration(slopeMs)}, per: ${per}, remainder: ${rest} } }`;
};

/** Makes every time longer; shapes stay. */
const timesSlower = <T>(value: T): T =>
  (Array.isArray(value)
    ? value.map(timesSlower)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value).map(([key, part]) => [
            key,
            typeof part === 'number' ? (key.toLowerCase().endsWith('ms') ? Math.round(slower * part) : part) : timesSlower(part),
          ]),
        )
      : value) as T;
