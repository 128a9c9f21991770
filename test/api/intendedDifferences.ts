/**
 * The intended differences between podsim's document and the platform's own (`management-v2.skeleton.json`), with reasons. `+` marks
 * what only podsim's document has, `-` what only the platform's has; `*` matches anything.
 */
export interface IntendedDifference {
  /** An operation, or a schema by its name in the platform's document and the path inside it. */
  readonly where: string;
  readonly what: string;
  readonly why: string;
}

const closed = 'the simulator answers with what is documented and nothing else, and tests hold it to that';
const always = 'the simulator always says it, null where there is nothing to say';
const numbered = 'every endpoint is numbered from its first release on, and so is what belongs to it';
const perCall = 'it identifies the call in the log; the platform sends it, too, and does not document it';
const template = '`{job_id}` is not a character of a URI: it is a template of one';
const paged = 'list.pages: the platform pages other lists in this way, and sends a bill whole; here a bill may have millions of records';
const looked = 'the platform leaves it to `default`';
const anyway = 'the platform leaves it out of its document; a key is needed here as for everything else';

// biome-ignore format: a table
export const intendedDifferences: readonly IntendedDifference[] = [
  { where: 'the document',                          what: '+ * /v2/{endpoint_id}/*',       why: 'the queue API stands in the same document' },

  { where: 'the document',                          what: '+ * /lb/*',                     why: 'so do the base URLs of load-balancing endpoints, which have hosts of their own on the platform' },
  { where: 'Worker',                                what: '+ property env',                why: 'lb.traffic: the environment of a load balancer’s worker is shown' },

  { where: '* /v2/*',                               what: '+ header x-request-id',         why: perCall },
  { where: '* /v2/* default',                       what: '+ header retry-after',          why: 'clock.stall, store.unwritable: the simulator says when to ask again' },
  { where: '* /v2/clusters*',                       what: '+ header ratelimit*',           why: 'the platform leaves it out for clusters alone; the limits are the same' },
  { where: '* /v2/pods/{id} 409',                   what: '+ header ratelimit*',           why: 'the platform leaves it out here alone' },

  { where: '* /v2/*',                               what: '+ 413',                         why: 'errors.body-size: the interface document has it for all bodies' },
  { where: 'GET /v2/*',                             what: '+ 422',                         why: `errors.unknown-query, errors.validation: ${looked}` },
  { where: 'GET /v2/billing*',                      what: '+ 400',                         why: `billing.buckets: lastN excludes the times; ${looked}` },
  { where: 'GET /v2/billing*',                      what: '+ query limit*',                why: paged },
  { where: 'GET /v2/billing*',                      what: '+ query cursor*',               why: paged },
  { where: 'List*BillingResponse',                  what: '+ property pagination',         why: paged },
  { where: 'GET /v2/catalog/*pus*',                 what: '+ 400',                         why: `catalog.availability: ${looked}` },
  { where: 'PUT /v2/account/ssh-keys',              what: '+ 400',                         why: `errors.malformed: ${looked}` },
  { where: 'POST /v2/clusters',                     what: '+ 404',                         why: `mounts.volume-datacenter: ${looked}` },
  { where: 'POST /v2/templates',                    what: '+ 404',                         why: `container.registry: ${looked}` },
  { where: 'DELETE /v2/network-volumes/{id}',       what: '+ 400',                         why: 'volume.delete-attached: the platform does not say what happens' },
  { where: '* /v2/registries/delegations*',         what: '+ 401',                         why: anyway },
  { where: '* /v2/registries/delegations*',         what: '+ 403',                         why: anyway },
  { where: 'POST /v2/registries/delegations',       what: '+ 400',                         why: `errors.malformed: ${looked}` },
  { where: 'POST /v2/registries/delegations',       what: '+ 422',                         why: `errors.validation: ${looked}` },
  { where: 'GET /v2/*/logs header last-event-id',   what: '- format date-time',            why: 'the ids of the platform’s own events are no date-times; whatever came as an id is taken' },

  { where: '*',                                     what: '+ nothing else',                why: closed },
  { where: 'GpuConfig',                             what: '+ requires count',              why: always },
  { where: 'GpuConfig.count',                       what: '- default 1',                   why: 'in an answer, where it is always there; a request has the default' },
  { where: 'Pod.runtime',                           what: '+ requires *',                  why: always },
  { where: 'PodGpuUtilization',                     what: '+ requires *',                  why: always },
  { where: 'PodRuntimePort',                        what: '+ requires *',                  why: always },
  { where: 'Utilization',                           what: '+ requires util',               why: always },
  { where: 'Utilization.util',                      what: '+ m*imum *',                    why: 'it is a percentage' },
  { where: 'ClusterPodsSummary.byStatus.*',         what: '+ minimum 1',                   why: 'cluster.summary: zero entries are left out' },
  { where: 'ClusterPodsSummary.byStatus',           what: '+ propertyNames *',             why: 'the names are the statuses of pods' },
  { where: 'Endpoint',                              what: '+ requires type',               why: always },
  { where: 'Endpoint',                              what: '+ requires requestUrls',        why: always },
  { where: 'Endpoint',                              what: '+ requires args',               why: always },
  { where: 'Endpoint',                              what: '+ requires disk',               why: always },
  { where: 'Endpoint',                              what: '+ requires env',                why: always },
  { where: 'Endpoint',                              what: '+ requires image',              why: always },
  { where: 'Endpoint',                              what: '+ requires ports',              why: always },
  { where: 'Endpoint',                              what: '+ requires registry',           why: always },
  { where: 'QueueBasedRequestUrls.status',          what: '* format uri*',                 why: template },
  { where: 'QueueBasedRequestUrls.stream',          what: '* format uri*',                 why: template },
  { where: 'QueueBasedRequestUrls.cancel',          what: '* format uri*',                 why: template },
  { where: 'QueueBasedRequestUrls.retry',           what: '* format uri*',                 why: template },
  { where: 'Endpoint.gpu',                          what: '- type null',                   why: 'endpoint.compute-shape: of null or absent, a CPU endpoint has it absent' },
  { where: 'Endpoint.gpu',                          what: '+ requires count',              why: always },
  { where: 'Endpoint.gpu.count',                    what: '- default 1',                   why: 'in an answer, where it is always there; a request has the default' },
  { where: 'UpdateEndpointGpuConfig.count',         what: '- default 1',                   why: 'what a PATCH leaves out stays as it is' },
  { where: 'CreateEndpointRequest.timeout',         what: '+ minimum 0',                   why: 'no time is shorter than none' },
  { where: 'UpdateEndpointRequest.timeout',         what: '+ minimum 0',                   why: 'no time is shorter than none' },
  { where: 'ListEndpointWorkersResponse',           what: '+ requires endpointVersion',    why: always },
  { where: 'ListEndpointWorkersResponse.endpointVersion',  what: '- type null',            why: numbered },
  { where: 'Worker',                                what: '+ requires *',                  why: always },
  { where: 'Worker.version',                        what: '- type null',                   why: numbered },
  { where: 'ListEndpointReleasesResponse',          what: '+ requires endpointVersion',    why: always },
  { where: 'ListEndpointReleasesResponse.endpointVersion', what: '- type null',            why: numbered },
  { where: 'Release',                               what: '+ requires *',                  why: always },
  { where: 'Release.version',                       what: '- type null',                   why: numbered },
  { where: '*.ports[]',                             what: '+ pattern *',                   why: 'container.fields: anything else is refused anyway' },
  { where: 'CreateCpuConfig.vcpuCount',             what: '+ allows *',                    why: 'pod.cpu-flavor: the platform says in words that it is a power of two' },
  { where: 'GET /v2/catalog/cpus* query vcpucount', what: '+ allows *',                    why: 'pod.cpu-flavor: the platform says in words that it is a power of two' },
  { where: 'GET /v2/* query *',                     what: '+ maximum *',                   why: 'a number in a query has nine digits at most; the platform bounds none' },
  { where: 'EndpointWorkers.max',                   what: '+ maximum 1000',                why: 'endpoint.worker-quota: more than the account may have is refused anyway' },
  { where: '*EndpointRequest.workers.max',          what: '+ maximum 1000',                why: 'endpoint.worker-quota: more than the account may have is refused anyway' },
  { where: 'GET /v2/*/logs 200 text/event-stream',  what: '+ content*',                    why: 'the platform says in words what the data of an event is' },
  { where: 'EcrDelegation',                         what: '+ requires *',                  why: always },
  { where: 'CreateDelegationRequest.resource',      what: '+ pattern *',                   why: 'the platform says in words that it is the ARN of an ECR repository' },
  { where: 'BillingBucketSize',                     what: '- default "day"',               why: 'in an answer, which says what the size was; the parameter has the default' },
  { where: '*BillingQuery',                         what: '+ requires *Id',                why: always },
  { where: '*.image',                               what: '+ pattern *',                   why: 'container.image: what is no reference to an image cannot be pulled' },
];
