import { requestEndpoint } from './balancer/request.ts';
import {
  listBilling,
  listClusterBilling,
  listEndpointBilling,
  listNetworkVolumeBilling,
  listPodBilling,
  listServerlessBilling,
} from './management/billing/billing.ts';
import {
  getCpuType,
  getDataCenter,
  getGpuType,
  listCpuTypes,
  listDataCenters,
  listGpuTypes,
  listPublicTemplates,
} from './management/catalog.ts';
import { createCluster, deleteCluster, getCluster, listClusterPods, listClusters, updateCluster } from './management/clusters.ts';
import {
  attachCostCenter,
  createCostCenter,
  deleteCostCenter,
  detachCostCenter,
  getCostCenter,
  listCostCenterResources,
  listCostCenters,
  updateCostCenter,
} from './management/costCenters.ts';
import { createDelegation, listDelegations, revokeDelegation } from './management/delegations.ts';
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoints, updateEndpoint } from './management/endpoint/endpoints.ts';
import { listEndpointReleases, listEndpointWorkers } from './management/endpoint/workers.ts';
import { createGlobalVolume, deleteGlobalVolume, listGlobalVolumes } from './management/globalVolumes.ts';
import { getPodLogs, getWorkerLogs } from './management/logs/logs.ts';
import { createPod, deletePod, getPod, listPods, podAction, updatePod } from './management/pod/pods.ts';
import { createRegistry, deleteRegistry, getRegistry, listRegistries } from './management/registries.ts';
import { createSecret, deleteSecret, getSecret, listSecrets, updateSecret } from './management/secrets.ts';
import { getSshKeys, updateSshKeys } from './management/sshKeys.ts';
import { attachTag, createTag, deleteTag, detachTag, getTag, listTagResources, listTags, updateTag } from './management/tags.ts';
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from './management/templates.ts';
import {
  createNetworkVolume,
  deleteNetworkVolume,
  getNetworkVolume,
  listNetworkVolumes,
  updateNetworkVolume,
} from './management/volumes.ts';
import type { Operation } from './operation.ts';
import {
  addBatchRequests,
  cancelBatch,
  createBatch,
  finalizeBatch,
  getBatch,
  listBatches,
  listBatchRequests,
  removeBatchRequest,
  updateBatch,
} from './queue/batches.ts';
import { cancel, health, purgeQueue, retry } from './queue/control.ts';
import { openaiChat, openaiCompletion, openaiEmbedding, openaiModels } from './queue/openai.ts';
import { status, statusSync } from './queue/status.ts';
import { stream } from './queue/stream.ts';
import { run, runsync } from './queue/submit.ts';
import { pingWorker } from './worker/ping.ts';
import { postOutput, postStream } from './worker/post.ts';
import { jobStop } from './worker/stop.ts';
import { takeJob, takeJobBatch } from './worker/take.ts';

/** The rows as they were written, types and all. */
const rows = [
  listPods,
  createPod,
  getPod,
  updatePod,
  deletePod,
  podAction,
  getPodLogs,
  listClusters,
  createCluster,
  getCluster,
  updateCluster,
  deleteCluster,
  listClusterPods,
  listEndpoints,
  createEndpoint,
  getEndpoint,
  updateEndpoint,
  deleteEndpoint,
  listEndpointWorkers,
  listEndpointReleases,
  getWorkerLogs,
  listTemplates,
  createTemplate,
  getTemplate,
  updateTemplate,
  deleteTemplate,
  listNetworkVolumes,
  createNetworkVolume,
  getNetworkVolume,
  updateNetworkVolume,
  deleteNetworkVolume,
  listGlobalVolumes,
  createGlobalVolume,
  deleteGlobalVolume,
  // Before the registries, one of whose paths would match `delegations` as an id.
  listDelegations,
  createDelegation,
  revokeDelegation,
  listRegistries,
  createRegistry,
  getRegistry,
  deleteRegistry,
  getSshKeys,
  updateSshKeys,
  listSecrets,
  createSecret,
  getSecret,
  updateSecret,
  deleteSecret,
  listTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
  listTagResources,
  attachTag,
  detachTag,
  listCostCenters,
  createCostCenter,
  getCostCenter,
  updateCostCenter,
  deleteCostCenter,
  listCostCenterResources,
  attachCostCenter,
  detachCostCenter,
  listGpuTypes,
  getGpuType,
  listCpuTypes,
  getCpuType,
  listDataCenters,
  getDataCenter,
  listPublicTemplates,
  listBilling,
  listPodBilling,
  listServerlessBilling,
  listEndpointBilling,
  listNetworkVolumeBilling,
  listClusterBilling,
  run,
  runsync,
  status,
  statusSync,
  stream,
  cancel,
  retry,
  purgeQueue,
  health,
  listBatches,
  createBatch,
  getBatch,
  updateBatch,
  finalizeBatch,
  cancelBatch,
  listBatchRequests,
  addBatchRequests,
  removeBatchRequest,
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiModels,
  requestEndpoint,
  takeJob,
  takeJobBatch,
  jobStop,
  postOutput,
  postStream,
  pingWorker,
] as const;

/** A row of the table, with the types it was written with. */
export type ApiRow = (typeof rows)[number];

/** Every operation of the APIs. Servers, documents and clients all read this table. */
export const operations: readonly Operation[] = rows;
