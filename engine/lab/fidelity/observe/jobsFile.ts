import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { duration } from '../../../api/contract/handler/handler.ts';
import { gigabytesMax } from '../../../api/definition.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { checkPart } from '../../../scenario/file/checkPart.ts';
import { nodesAt, type SchemaNode } from '../../../scenario/file/schema.ts';
import { type FileProblem, limitProblems, type PathProblem, problemAt } from '../../../scenario/format/problem.ts';
import { worldSchema } from '../../../scenario/format/worldFormat.ts';
import { readYaml } from '../../../scenario/format/yamlFile.ts';

/** No more are submitted: each is polled by itself. */
const jobsMax = 50;

const endpointOfWorld = worldSchema.shape.endpoints.unwrap().element.shape;

const policy = z.strictObject({
  executionTimeout: duration.describe('How long a job may run: 5s or more'),
  ttl: duration.describe('How long it may be there in all, from its submission: 10s or more, and no less than it may run'),
});

const jobGroup = z.strictObject({
  at: duration.default(0).describe('After the first poll; at once unless given'),
  times: z.int().min(1).max(jobsMax).default(1).describe('How many of them; one unless given'),
  input: z.looseObject({}).describe('What the handler gets. It is sent, and is in no observation'),
  policy: policy.optional().describe('That of all jobs unless given'),
});

/** The jobs that a recorder may submit, and its author's prior knowledge of the endpoint. */
const jobsSchema = z.strictObject({
  $schema: z.string().optional(),
  price: z.number().min(0).describe('USD for a second of one worker'),
  idleTimeout: duration.describe('How long a worker of the endpoint goes on, and is billed, after its last job'),
  endpoint: z
    .strictObject({
      handler: endpointOfWorld.handler.unwrap(),
      workers: endpointOfWorld.workers.unwrap().required({ max: true }).describe('How many there may be bounds what is spent'),
      scaling: endpointOfWorld.scaling,
      flashboot: endpointOfWorld.flashboot,
      timeout: endpointOfWorld.timeout,
    })
    .describe('As a scenario writes it: above all how long its handler takes by itself. What the management API answers counts more'),
  gigabytes: z.number().min(0.001).max(gigabytesMax).optional().describe('The size of its image'),
  lastUsed: duration.optional().describe('How long ago its last job ended, where workers are idle at the first poll; 30m unless given'),
  policy: policy.describe('What bounds each job, and with it what is spent'),
  jobs: z.array(jobGroup).min(1),
});

/** A job that is to be submitted. Times in ms. */
export interface PlannedJob {
  /** After the first poll. */
  readonly at: number;
  readonly input: Json;
  readonly executionTimeoutMs: number;
  readonly ttlMs: number;
}

/** A jobs file that has been read. */
export interface JobsPlan {
  /** In the order of their submission. */
  readonly jobs: readonly PlannedJob[];
  /** USD for a second of one worker. */
  readonly price: number;
  readonly idleTimeoutMs: number;
  readonly workersMax: number;
  /** The endpoint as it is written. */
  readonly endpoint: Readonly<Record<string, Json>>;
  readonly gigabytes: number | undefined;
  readonly lastUsedMs: number;
}

const lastUsedUsual = 1_800_000;

/** Reads a jobs file: the plan, or every problem of the file. */
export const parseJobs = (file: string, text: string): Either<readonly FileProblem[], JobsPlan> => {
  const source = readYaml(file, text);
  if (isLeft(source)) return source;
  const spec = checkPart(source.right, jobsSchema, source.right.data, [], { nodesFor: jobsNodes, what: 'a file of jobs', page: 'jobs' });
  if (isLeft(spec)) return spec;
  const problems = findProblems(spec.right);
  if (problems.length > 0) return left(limitProblems(problems, ({ path, message }) => ({ file, ...source.right.placeOf(path), message })));
  const { price, idleTimeout, endpoint, gigabytes, lastUsed } = spec.right;
  return right({
    jobs: planJobs(spec.right),
    price,
    idleTimeoutMs: idleTimeout,
    workersMax: endpoint.workers.max,
    endpoint: (source.right.data as { readonly endpoint: Readonly<Record<string, Json>> }).endpoint,
    gigabytes,
    lastUsedMs: lastUsed ?? lastUsedUsual,
  });
};

type JobsSpec = z.output<typeof jobsSchema>;

type JsonSchema = { readonly [key: string]: Json };

const fileSchema = (reused: 'inline' | 'ref'): JsonSchema =>
  z.toJSONSchema(jobsSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any', reused }) as JsonSchema;

const jobsNodes = (path: readonly (string | number)[]): readonly SchemaNode[] => nodesAt([fileSchema('inline') as SchemaNode], path);

/** The JSON Schema (draft-07) of a jobs file, for editors. */
export const jobsJsonSchema = (): JsonSchema =>
  JSON.parse(JSON.stringify(fileSchema('ref')).replaceAll(/\b__schema(?=\d)/g, 'jobs.')) as JsonSchema;

/** The sort is stable: jobs of one time keep their order. */
const planJobs = ({ jobs, policy: usual }: JobsSpec): readonly PlannedJob[] =>
  jobs
    .flatMap(({ at, times, input, policy: own = usual }) =>
      Array.from({ length: times }, () => ({
        at,
        input: input as Json,
        executionTimeoutMs: own.executionTimeout,
        ttlMs: own.ttl,
      })),
    )
    .sort((a, b) => a.at - b.at);

const executionTimeoutMin = 5_000;
const ttlMin = 10_000;

/** Finds, before anything is sent, values that the platform would refuse and bounds without an effect. */
const findProblems = (spec: JobsSpec): readonly PathProblem[] => {
  const count = spec.jobs.reduce((sum, { times }) => sum + times, 0);
  const policies = [
    { path: ['policy'], own: spec.policy },
    ...spec.jobs.flatMap(({ policy: own }, k) => (own === undefined ? [] : [{ path: ['jobs', k, 'policy'], own }])),
  ];
  return [
    ...policies.flatMap(({ path, own: { executionTimeout, ttl } }) => [
      ...(executionTimeout < executionTimeoutMin
        ? [problemAt([...path, 'executionTimeout'], `must be ${formatDuration(executionTimeoutMin)} or more: the platform refuses less`)]
        : []),
      ...(ttl < ttlMin ? [problemAt([...path, 'ttl'], `must be ${formatDuration(ttlMin)} or more: the platform refuses less`)] : []),
      ...(ttl < executionTimeout
        ? [problemAt([...path, 'ttl'], 'is shorter than the job may run: give it more, or `executionTimeout` less')]
        : []),
    ]),
    ...(count > jobsMax ? [problemAt(['jobs'], `asks for ${count} jobs; a file may ask for at most ${jobsMax}`)] : []),
  ];
};
