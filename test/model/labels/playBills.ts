import { parseInstant } from '../../../engine/kernel/instant.ts';

/** What is read of a bill. */
export interface BillByHour {
  readonly records: readonly { readonly startTime: string; readonly [name: string]: string | number }[];
}

const idNames = ['podId', 'serverlessId', 'clusterId'];
const parts = ['gpuAmount', 'diskAmount'];
const partsOfAll = [
  'podGpuAmount',
  'podDiskAmount',
  'serverlessGpuAmount',
  'serverlessDiskAmount',
  'clusterGpuAmount',
  'clusterDiskAmount',
];

/** A bill of one product, in the words of the model. */
export const describeBillByHour = ({ records }: BillByHour, startMs: number, nameOf: (id: string) => string): string =>
  records
    .map((record) => {
      const id = idNames.map((name) => record[name]).find((one) => one !== undefined);
      return `${readHour(record.startTime, startMs)} ${nameOf(String(id))} ${parts.map((part) => toNano(record[part])).join(' ')}`;
    })
    .join(', ');

/** That of all products, but for what volumes cost. */
export const describeBillSideBySide = ({ records }: BillByHour, startMs: number): string =>
  records
    .map((record) => ({ record, costs: partsOfAll.map((part) => toNano(record[part])) }))
    .filter(({ costs }) => costs.some((cost) => cost > 0))
    .map(({ record, costs }) => `${readHour(record.startTime, startMs)} ${costs.join(' ')}`)
    .join(', ');

const readHour = (startTime: string, startMs: number): number => ((parseInstant(startTime) ?? 0) - startMs) / 3_600_000;

const toNano = (usd: string | number | undefined): number => Math.round(Number(usd) * 1e9);
