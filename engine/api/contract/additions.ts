import { z } from 'zod';
import { isSince } from '../../cloud/account/contracts.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';

/**
 * The additions to the platform's management API since the interface document. Only a row here holds the date of an addition: bodies,
 * answers and documents follow from it (contract.dated).
 */
// biome-ignore format: a table
export const additions = {
  pagination: { since: '2026-11', about: 'lists of pods, endpoints, templates and releases are walked by cursor, newest first', source: 'pages of the reference, 13 October and 3 November 2026', rules: ['list.short-pages'] },
  launch:     { since: '2026-11', about: 'cmd and entrypoint of a container, beside args',                                     source: "the platform's command line, autumn 2026" },
  gpuFilters: { since: '2026-11', about: 'gpu.minRamPerGpu and gpu.minVcpuCountPerGpu of a new pod',                           source: 'clients of pod creates, autumn 2026' },
  gpuTotals:  { since: '2026-11', about: 'gpu.vcpuCount and gpu.memory of a pod: what it was given in all',                    source: "the platform's command line, autumn 2026" },
  secrets:    { since: '2026-11', about: '/v2/account/secrets, which {{ RUNPOD_SECRET_name }} in an environment names',         source: 'reference, account/*-secret pages, September and October 2026' },
  tags:       { since: '2026-11', about: '/v2/tags, attached to resources, and bills by a tag',                                 source: 'reference, tags/* pages, 18 November 2026' },
  costCenters: { since: '2026-11', about: '/v2/cost-centers, to which resources are attributed, and bills by one',               source: 'reference, cost-centers/* pages, 3 November 2026' },
  globalVolumes: { since: '2026-11', about: '/v2/global-volumes, and mounts.global of a pod',                                    source: 'reference, global-volumes/* pages, 13 October 2026, and the page of global volumes' },
  batches:    { since: '2026-11', about: '/v2/{endpoint_id}/batch: requests that become jobs of the endpoint some at a time',       source: 'page of batch jobs, beta, 19 August 2026' },
  balance:    { since: '2026-11', about: '402 where the balance of an account is used up',                                      source: 'newest document (POST /v2/pods), and the page of sandboxes, autumn 2026' },
  atOnce:     { since: '2026-11', about: 'how many calls of the queue API may be under way at once, by operation',              source: 'rate limits page of serverless, August 2026' },
  clusterTemplates: { since: '2026-11', about: 'templateId of a new cluster, in place of a container of its own, and template of a cluster',  source: 'newest document (POST /v2/clusters), autumn 2026', rules: ['cluster.template'] },
  bodySize:   { since: '2026-11', about: 'bodies of the management API have at most 102,400 bytes, those of secrets excepted: 413 before authentication', source: 'newest document (POST /v2/pods), autumn 2026' },
  registryNames: { since: '2026-11', about: 'the name of a registry credential has at most 191 characters, its password 16,384', source: 'newest document (POST /v2/registries), autumn 2026' },
  'end of v1': { since: '2026-11', about: '/v1/* is gone: 410, with where to go',                                               source: 'release notes, 18 August 2026: on 15 November; a newer page says 1 December' },
  openai:     { since: '2026-11', about: 'the OpenAI routes of an endpoint: every world has them, only this document shows them',    source: "requests of the openai SDK, and the platform's own worker of language models" },
} as const satisfies Readonly<Record<string, AdditionRow>>;

interface AdditionRow {
  readonly since: Contract;
  readonly about: string;
  /** The place where it was seen. */
  readonly source: string;
  /** Rules that came with it: an operation of an older contract has none of them in its document. */
  readonly rules?: readonly RuleId[];
}

export type Contract = Settings['account']['contract'];
export type Addition = keyof typeof additions;

/** Whether a world with these settings has an addition. */
export const hasAddition = ({ account }: Pick<Settings, 'account'>, name: Addition): boolean => isIn(account.contract, name);

/** Whether a contract has an addition. */
export const isIn = (contract: Contract, name: Addition): boolean => isSince(contract, additions[name].since);

/** Whether a contract has an operation. */
export const isOffered = ({ since: addition }: { readonly since?: Addition }, contract: Contract): boolean =>
  addition === undefined || isIn(contract, addition);

/** Whether a contract has a rule. It has none of the rules of later additions. */
export const hasRule = (contract: Contract, rule: string): boolean =>
  Object.values<AdditionRow>(additions).every(({ since, rules = [] }) => isSince(contract, since) || !rules.some((one) => one === rule));

/** Which addition a property belongs to. */
export const additionOf = z.registry<{ readonly addition: Addition }>();

/**
 * Makes a property that an addition introduced. In worlds with the addition, its schema is the given one; elsewhere there is no such
 * property. In types it is optional.
 */
export const since = <Schema extends z.ZodType>(addition: Addition, schema: Schema): z.ZodOptional<Schema> => {
  const optional = z.optional(schema);
  additionOf.add(optional, { addition });
  return optional;
};
