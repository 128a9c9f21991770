import { type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js';
import { dataCenters } from '../../cloud/catalog/dataCenters.ts';
import { listedCpuFlavors, listedGpuTypes } from '../../cloud/catalog/priced.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import { showTemplateTo } from '../../cloud/resources/template.ts';
import {
  cpuQuery,
  cpuTypeList,
  cpuTypeResource,
  dataCenterList,
  dataCenterQuery,
  dataCenterResource,
  dataCentersQuery,
  type GpuQuery,
  gpuQuery,
  gpuTypeList,
  gpuTypeResource,
  templateSource,
} from '../contract/catalog.ts';
import { publicTemplateList } from '../contract/template.ts';
import { contractTable } from '../reading/bounds.ts';
import { operation } from '../row.ts';
import { gpuStock } from './availability.ts';
import { cpuTypeView, dataCenterView, gpuTypeView } from './catalogView.ts';
import { templateView } from './templateShape.ts';

/** Every account may read the catalog: any valid key will do, whatever its permissions (policy). */
const anyKey = { group: 'account', level: 'none' } as const;

/** The common fields of all operations on the catalog. */
const reads = { api: 'management', methods: ['GET'], permission: anyKey } as const;

/** The common fields of operations on types: a query about their current availability. */
const readsGpus = { ...reads, query: gpuQuery, refuses: [400], rules: ['catalog.availability'] } as const;
const readsCpus = { ...reads, query: cpuQuery, refuses: [400], rules: ['catalog.availability'] } as const;

/** The answer to a query, unless the query contradicts itself. */
const answerFitting = <Body>(fits: Either<Rejection, void>, body: () => Body) =>
  map(() => ({ answer: { status: 200, body: body() } }) as const)(fits);

/** GET /v2/catalog/gpus: the GPU types that can be rented (billing.priced); with countryCodes, those that have hosts in these countries. */
export const listGpuTypes = operation({
  ...readsGpus,
  id: 'listGpuTypes',
  path: '/v2/catalog/gpus',
  summary: 'List GPU types',
  success: { status: 200, schema: gpuTypeList },
  run: (sim, { query }) =>
    answerFitting(gpuQueryFits(query), () => {
      const listed = listedGpuTypes.filter((type) => query.countryCodes === undefined || !gpuStock(sim, type, query).isEmpty);
      return { gpus: listed.map((type) => gpuTypeView(sim, type, query)) };
    }),
});

/** GET /v2/catalog/gpus/{id}: one GPU type. */
export const getGpuType = operation({
  ...readsGpus,
  id: 'getGpuType',
  path: '/v2/catalog/gpus/{id}',
  resolves: { id: 'gpuType' },
  summary: 'Read a GPU type',
  success: { status: 200, schema: gpuTypeResource },
  run: (sim, { gpuType, query }) => answerFitting(gpuQueryFits(query), () => gpuTypeView(sim, gpuType, query)),
});

/** GET /v2/catalog/cpus: the CPU flavors that can be rented (billing.priced). */
export const listCpuTypes = operation({
  ...readsCpus,
  id: 'listCpuTypes',
  path: '/v2/catalog/cpus',
  summary: 'List CPU flavours',
  success: { status: 200, schema: cpuTypeList },
  run: (sim, { query }) =>
    answerFitting(queryFits(query), () => ({ cpus: listedCpuFlavors.map((flavor) => cpuTypeView(sim, flavor, query)) })),
});

/** GET /v2/catalog/cpus/{id}: one CPU flavor. */
export const getCpuType = operation({
  ...readsCpus,
  id: 'getCpuType',
  path: '/v2/catalog/cpus/{id}',
  resolves: { id: 'cpuType' },
  summary: 'Read a CPU flavour',
  success: { status: 200, schema: cpuTypeResource },
  run: (sim, { cpuType, query }) => answerFitting(queryFits(query), () => cpuTypeView(sim, cpuType, query)),
});

/** GET /v2/catalog/datacenters: those in any of the given regions, with all of the given storage tiers and certificates. */
export const listDataCenters = operation({
  ...reads,
  id: 'listDataCenters',
  path: '/v2/catalog/datacenters',
  summary: 'List data centres',
  query: dataCentersQuery,
  success: { status: 200, schema: dataCenterList },
  rules: ['catalog.availability'],
  run: (sim, { query }) => {
    const { regions, networkVolumeTypes = [], compliance = [], globalNetwork } = query;
    const views = dataCenters
      .filter((center) => regions === undefined || regions.some((region) => region === center.region))
      .filter((center) => globalNetwork === undefined || center.globalNetwork === globalNetwork)
      .map((center) => dataCenterView(sim, center, query))
      .filter((view) => holdsAll(view['networkVolumeTypes'], networkVolumeTypes) && holdsAll(view['compliance'], compliance));
    return right({ answer: { status: 200, body: { dataCenters: views } } });
  },
});

const holdsAll = (held: unknown, wanted: readonly string[]): boolean => Array.isArray(held) && wanted.every((one) => held.includes(one));

/** GET /v2/catalog/datacenters/{id}: one data center. */
export const getDataCenter = operation({
  ...reads,
  id: 'getDataCenter',
  path: '/v2/catalog/datacenters/{id}',
  resolves: { id: 'dataCenter' },
  summary: 'Read a data centre',
  query: dataCenterQuery,
  success: { status: 200, schema: dataCenterResource },
  rules: ['catalog.availability'],
  run: (sim, { dataCenter, query }) => right({ answer: { status: 200, body: dataCenterView(sim, dataCenter, query) } }),
});

/** GET /v2/catalog/templates: public templates, oldest first, up to a limit (catalog.templates). */
export const listPublicTemplates = operation({
  ...reads,
  id: 'listPublicTemplates',
  path: '/v2/catalog/templates',
  summary: 'List public templates',
  query: templateSource,
  success: { status: 200, schema: publicTemplateList },
  rules: ['catalog.templates'],
  run: (sim, { accountId: reader, query: { source } }) => {
    const templates = sim.state.findRelated('template', 'public', 'public').filter(({ accountId }) => findSource(accountId) === source);
    const listed = templates.slice(0, contractTable.publicTemplates.value).map((template) => showTemplateTo(template, reader));
    return right({ answer: { status: 200, body: { templates: listed.map((template) => templateView(template, sim.settings)) } } });
  },
});

/** The publishing account decides the source: `official` and `verified` have their own, all other accounts are `community` (policy). */
const findSource = (accountId: string): string => (accountId === 'official' || accountId === 'verified' ? accountId : 'community');

const gpuQueryFits = (query: GpuQuery): Either<Rejection, void> => {
  const fits = queryFits(query);
  if (isLeft(fits)) return fits;
  return query.cudaVersions !== undefined && query.minCudaVersion !== undefined
    ? contradictory('cudaVersions and minCudaVersion exclude each other: give one')
    : right(undefined);
};

/** Availability is that of a product, so it needs `product`; filters of availability need both parameters (catalog.availability). */
const queryFits = (query: Readonly<Record<string, unknown>>): Either<Rejection, void> => {
  const { include, product, ...filters } = query;
  if (include !== undefined && product === undefined)
    return contradictory('include=AVAILABILITY needs product: give the products it is for');
  const narrowing = Object.keys({ ...(product === undefined ? {} : { product }), ...filters });
  if (include === undefined && narrowing.length > 0)
    return contradictory(`${narrowing.join(', ')}: only with include=AVAILABILITY and product`);
  return right(undefined);
};

const contradictory = (detail: string): Either<Rejection, never> =>
  left({ kind: 'contradictory', rule: 'catalog.availability', detail: `${detail}.` });
