import type { DomainEvent } from '../../cloud/input.ts';

/** Several shapes may have one type, and one shape several types. */
type FieldsOf<Type, Event = DomainEvent> = Event extends { readonly type: infer Types }
  ? Type extends Types
    ? Exclude<keyof Event, 'type'>
    : never
  : never;

/** 1 if every event of that type has the field, 0 if some events lack it. */
type Presence<Type, Field extends string, Event = DomainEvent> = false extends (
  Event extends { readonly type: infer Types }
    ? Type extends Types
      ? Event extends Readonly<Record<Field, unknown>>
        ? true
        : false
      : never
    : never
)
  ? 0
  : 1;

/**
 * The fields of every event, which only types know otherwise: the compiler refuses a row with one too few or too many, and one that says of a
 * field wrongly whether it is always there.
 */
// biome-ignore format: a table
export const eventFields: { readonly [Type in DomainEvent['type']]: { readonly [Field in FieldsOf<Type>]: Presence<Type, Field> } } = {
  AccountOpened:             { accountId: 1 },
  AccountKeyCreated:         { accountId: 1, key: 1 },
  AccountKeyRevoked:         { accountId: 1, name: 1 },
  AccountSshKeysReplaced:    { accountId: 1, keys: 1 },
  EndpointCreated:           { accountId: 1, config: 1, endpointId: 1 },
  EndpointUpdated:           { config: 1, endpointId: 1, version: 1 },
  EndpointHandlerSet:        { endpointId: 1, handler: 1 },
  EndpointScalerArmed:       { checkAt: 1, endpointId: 1 },
  EndpointScalerChecked:     { endpointId: 1 },
  EndpointDeleted:           { endpointId: 1 },
  WorkerLaunched:            { cpu: 0, endpointId: 1, external: 0, gpuCount: 1, imageOnHost: 0, idleTimeoutMs: 1, kept: 1, megabytes: 0, number: 1, placement: 1, startingMs: 1, vcpus: 1, version: 1, workerId: 1 },
  WorkerThrottled:           { cpu: 0, endpointId: 1, external: 0, gpuCount: 1, idleTimeoutMs: 1, kept: 1, megabytes: 0, number: 1, placement: 1, vcpus: 1, version: 1, workerId: 1 },
  WorkerPlaced:              { cpu: 0, imageOnHost: 0, placement: 1, startingMs: 1, workerId: 1 },
  WorkerStopped:             { reason: 1, workerId: 1 },
  WorkerRetuned:             { idleTimeoutMs: 1, kept: 1, workerId: 1 },
  WorkerTerminated:          { workerId: 1 },
  WorkerPullTroubled:        { pulls: 1, startingMs: 1, workerId: 1 },
  WorkerPullRestarted:       { imageOnHost: 0, startingMs: 1, workerId: 1 },
  WorkerPullFailed:          { workerId: 1 },
  WorkerReady:               { workerId: 1 },
  WorkerCrashed:             { crashes: 1, isSilent: 0, jobId: 1, otherJobs: 0, startingMs: 1, workerId: 1 },
  WorkerTurnedUnhealthy:     { crashes: 1, isSilent: 0, jobId: 1, otherJobs: 0, workerId: 1 },
  WorkerLostHost:            { isSilent: 0, jobId: 1, otherJobs: 0, workerId: 1 },
  WorkerPolled:              { answer: 1, path: 1, port: 1, workerId: 1 },
  WorkerSlept:               { workerId: 1 },
  WorkerWoken:               { kept: 1, restored: 0, startingMs: 1, workerId: 1 },
  WorkerCalled:              { looksInMs: 1, workerId: 1 },
  WorkerLooked:              { workerId: 1 },
  WorkerTookJob:             { jobId: 1, places: 0, workerId: 1 },
  WorkerBeganWork:           { chunks: 0, jobId: 0, rates: 0, requestId: 0, sharing: 0, tokens: 0, workMs: 0, workerId: 1 },
  WorkerDidWork:             { chunk: 0, jobId: 0, requestId: 0, stage: 0, workerId: 1 },
  WorkerEndedJob:            { jobId: 1, looksInMs: 0, succeeded: 1, workerId: 1 },
  WorkerReported:            { isAwaited: 0, isHeard: 0, isRetiring: 0, isWatched: 0, lease: 0, leftAt: 0, pingedAt: 0, printed: 0, stops: 0, unnamed: 0, workerId: 1 },
  WorkerTookRequest:         { requestId: 1, workerId: 1 },
  WorkerEndedRequest:        { requestId: 1, succeeded: 1, workerId: 1 },
  WorkerFreed:               { jobId: 0, looksInMs: 0, requestId: 0, succeeded: 1, workerId: 1 },
  WorkerTriedAgain:          { startingMs: 1, workerId: 1 },
  JobQueued:                 { endpointId: 1, input: 1, jobId: 1, source: 1, terms: 1 },
  JobStarted:                { attempt: 1, jobId: 1, timeoutMs: 0, workerId: 1 },
  JobCancelAsked:            { endsMs: 1, jobId: 1 },
  JobCancelled:              { jobId: 1, workerId: 1 },
  JobPurged:                 { jobId: 1 },
  JobExpired:                { jobId: 1, reason: 1, workerId: 1 },
  JobResultLimited:          { forMs: 0, jobId: 1, until: 0 },
  JobProgressed:             { jobId: 1, output: 1 },
  JobTakenOver:              { attempt: 1, jobId: 1 },
  JobDrained:                { chunks: 1, jobId: 1 },
  JobStreamed:               { chunks: 1, jobId: 1 },
  JobWorked:                 { jobId: 1 },
  JobCompleted:              { bare: 0, executionTime: 1, jobId: 1, output: 1, workerId: 1 },
  JobFailed:                 { error: 1, executionTime: 1, jobId: 1, output: 0, posted: 0, unnamed: 0, workerId: 1 },
  JobTimedOut:               { executionTime: 1, jobId: 1, workerId: 1 },
  JobCrashedWorker:          { jobId: 1, workerId: 1 },
  JobMissedWorker:           { jobId: 1, workerId: 1 },
  JobRequeued:               { jobId: 1, retries: 1, returned: 0, unnamed: 0, workerId: 1 },
  JobWebhookSent:            { again: 1, answered: 1, attempt: 1, jobId: 1, url: 1 },
  JobWebhookPosted:          { attempt: 1, jobId: 1, payload: 0, url: 1 },
  JobWebhookAnswered:        { again: 1, answered: 1, attempt: 1, jobId: 1 },
  JobResultDropped:          { jobId: 1 },
  JobRetried:                { jobId: 1 },
  RequestReceived:           { binding: 0, endpointId: 1, handler: 1, input: 1, onlyWorkerId: 1, preferredWorkerId: 0, requestId: 1 },
  RequestStarted:            { attempt: 1, requestId: 1, timeoutMs: 1, workerId: 1 },
  RequestFailed:             { because: 1, requestId: 1, workerId: 1 },
  RequestClosed:             { requestId: 1, workerId: 1 },
  RequestAnswered:           { executionTime: 1, requestId: 1, status: 1, workerId: 1 },
  RequestCrashedWorker:      { requestId: 1, workerId: 1 },
  CallHeld:                  { accountId: 1, callId: 1, client: 1, cutMs: 0, delayMs: 1, endpointId: 1, jobId: 1, operation: 1, requestId: 0, slowedBy: 0, until: 1, waitsFor: 1, workerId: 0 },
  CallDelayed:               { callId: 1, until: 1 },
  CallHastened:              { callId: 1 },
  CallAnswered:              { because: 1, callId: 1 },
  CallCut:                   { callId: 1 },
  CallAbandoned:             { callId: 1 },
  DelegationCreated:         { accountId: 1, delegationId: 1, shape: 1 },
  DelegationRevoked:         { delegationId: 1 },
  RegistryCreated:           { accountId: 1, registryId: 1, shape: 1 },
  RegistryDeleted:           { registryId: 1 },
  SecretCreated:             { accountId: 1, secretId: 1, shape: 1 },
  SecretUpdated:             { secretId: 1, shape: 1 },
  SecretDeleted:             { secretId: 1 },
  GlobalVolumeCreated:       { accountId: 1, globalVolumeId: 1, shape: 1 },
  GlobalVolumeDeleted:       { globalVolumeId: 1 },
  TagCreated:                { accountId: 1, shape: 1, tagId: 1 },
  TagUpdated:                { shape: 1, tagId: 1 },
  TagAttached:               { resource: 1, tagId: 1 },
  TagDetached:               { resource: 1, tagId: 1 },
  TagDeleted:                { tagId: 1 },
  CostCenterCreated:         { accountId: 1, costCenterId: 1, shape: 1 },
  CostCenterUpdated:         { costCenterId: 1, shape: 1 },
  CostCenterAttached:        { costCenterId: 1, resource: 1 },
  CostCenterDetached:        { costCenterId: 1, resource: 1 },
  CostCenterDeleted:         { costCenterId: 1 },
  TemplateCreated:           { accountId: 1, shape: 1, templateId: 1 },
  TemplateUpdated:           { shape: 1, templateId: 1 },
  TemplateDeleted:           { templateId: 1 },
  VolumeCreated:             { accountId: 1, shape: 1, volumeId: 1 },
  VolumeUpdated:             { shape: 1, volumeId: 1 },
  VolumeDeleted:             { volumeId: 1 },
  HostFailed:                { faultId: 1, hostId: 1 },
  HostStillDown:             { faultId: 1, hostId: 1 },
  HostRecovered:             { hostId: 1 },
  PodCreated:                { accountId: 1, config: 1, member: 1, placement: 1, podId: 1 },
  PodStarting:               { podId: 1, startingMs: 1 },
  PodStopped:                { podId: 1 },
  PodTerminated:             { podId: 1 },
  PodFailed:                 { podId: 1, reason: 1 },
  PodUpdated:                { config: 1, podId: 1 },
  PodRanked:                 { ip: 1, podId: 1, rank: 1, role: 1 },
  PodPullTroubled:           { podId: 1, pulls: 1, startingMs: 1 },
  PodPullRestarted:          { podId: 1, startingMs: 1 },
  PodStarted:                { ip: 1, podId: 1, ports: 1, pulling: 0, reachMs: 0 },
  PodBecameReachable:        { podId: 1 },
  PodRestarted:              { podId: 1, reason: 1, startingMs: 1 },
  PodResumed:                { placement: 1, podId: 1 },
  ClusterCreated:            { accountId: 1, clusterId: 1, dataCenterId: 1, shape: 1 },
  ClusterNetworkProvisioned: { clusterId: 1, network: 1 },
  ClusterBecameActive:       { clusterId: 1 },
  ClusterDegraded:           { because: 1, clusterId: 1, podId: 1 },
  ClusterRenamed:            { clusterId: 1, name: 1 },
  ClusterTerminated:         { clusterId: 1 },
  FaultInjected:             { faultId: 1, spec: 1 },
  FaultBegan:                { faultId: 1 },
  FaultEnded:                { faultId: 1, reason: 1 },
  FaultStruck:               { faultId: 1, strikes: 1, target: 1 },
  InputReceived:             { client: 1, counted: 0, key: 0, operation: 1, request: 1 },
  InputRefused:              { detail: 1, errors: 0, kind: 1, operation: 1, rule: 1, status: 1 },
  CallsCounted:              { counted: 1 },
  CallerLeft:                { call: 1 },
  ClockAdvanced:             { from: 1, ran: 1 },
  SeedChanged:               { seed: 1 },
  SettingsChanged:           { settings: 1 },
  ClockPolicySet:            { policy: 1 },
};

/** The names of an event's fields; none if there is no event of that type. */
export const fieldsOf = (type: string): readonly string[] => Object.keys((eventFields as Readonly<Record<string, object>>)[type] ?? {});
