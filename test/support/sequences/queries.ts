import type { z } from 'zod';
import { readSchemaNode } from '../../../engine/api/reading/schemaNode.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';

/** The parameters of a query, by name. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** A query as a client might send it: few of its parameters, now and then an odd one. `reference` names an entity of a kind. */
export const queryFor = (schema: z.ZodType, choice: Choice, reference: (kind: string, choice: Choice) => string): Query =>
  Object.fromEntries(
    Object.entries(readSchemaNode(schema).properties ?? {}).flatMap(([name, { enum: choices }]) => {
      const value = choice.pickWeighted<() => string | readonly string[] | undefined>([
        [12, () => undefined],
        [5, () => usual(name, choices, choice, reference)],
        [1, () => choice.of<string | readonly string[]>(['', '~', ['1', '2']])],
      ])();
      return value === undefined ? [] : [[name, value]];
    }),
  );

const usual = (name: string, choices: readonly Json[] | undefined, choice: Choice, reference: (kind: string, choice: Choice) => string) => {
  if (choices !== undefined) return choice.of(choices) as string;
  const kind = references[name];
  return kind === undefined ? choice.of(parameters[name] ?? ['1']) : reference(kind, choice);
};

/** Parameters that name an entity. */
const references: Readonly<Record<string, string>> = {
  podId: 'pod',
  serverlessId: 'endpoint',
  networkVolumeId: 'volume',
  clusterId: 'cluster',
};

// biome-ignore format: a table
const parameters: Readonly<Record<string, readonly string[]>> = {
  include:            ['AVAILABILITY', 'AVAILABILITY', 'GPU_AVAILABILITY', 'GPU_AVAILABILITY,CPU_AVAILABILITY'],
  product:            ['POD', 'POD,SERVERLESS', 'CLUSTER'],
  vcpuCount:          ['2', '4', '3'],
  countryCodes:       ['RO', 'US,RO', 'XX'],
  cudaVersions:       ['12.8', '12.4,12.8'],
  minCudaVersion:     ['12', '12.8'],
  regions:            ['EUROPE', 'EUROPE,ASIA'],
  networkVolumeTypes: ['STANDARD', 'STANDARD,HIGH_PERFORMANCE'],
  compliance:         ['GDPR', 'GDPR,HIPAA'],
  startTime:          ['2026-01-01T00:00:00Z', '2025-12-31T00:00:00Z', '1970-01-01T00:00:00Z'],
  endTime:            ['2026-01-01T01:00:00Z', '9998-12-31T00:00:00Z'],
  tail:               ['0', '2', '5000'],
  since:              ['2026-01-01T00:00:00Z', '2026-01-01T00:00:20.5+00:00'],
  ttl:                ['0', '1000', '20000', '999999999999999'],
  wait:               ['1000', '3000', '300000', '999'],
};
