import { expect, test } from 'vitest';
import { eventFields } from '../../../engine/scenario/format/eventFields.ts';
import { eventTypes, findTone } from '../../../engine/world/reports/tones.ts';

/** Every type of events by what it means: read it when it changes. */
test('every type of events has a meaning, which follows from the lifecycles', () => {
  const types = new Map<string, string>();
  for (const type of eventTypes()) types.set(findTone(type) ?? 'none', `${types.get(findTone(type) ?? 'none') ?? ''} ${type}`);
  expect(Object.fromEntries(types)).toMatchInlineSnapshot(`
    {
      "created": " AccountOpened EndpointCreated WorkerLaunched JobQueued BatchCreated RequestReceived CallHeld DelegationCreated RegistryCreated SecretCreated TagCreated CostCenterCreated TemplateCreated VolumeCreated GlobalVolumeCreated PodCreated ClusterCreated FaultInjected",
      "ended": " EndpointDeleted WorkerStopped WorkerTerminated JobCancelled JobPurged JobExpired BatchCancelled BatchFailed RequestClosed CallAnswered CallAbandoned DelegationRevoked RegistryDeleted SecretDeleted TagDeleted CostCenterDeleted TemplateDeleted VolumeDeleted GlobalVolumeDeleted PodStopped PodTerminated ClusterTerminated FaultEnded",
      "failure": " WorkerPullFailed WorkerCrashed WorkerTurnedUnhealthy JobFailed JobTimedOut JobCrashedWorker RequestFailed RequestCrashedWorker CallCut HostFailed PodFailed ClusterDegraded",
      "input": " InputReceived CallerLeft SeedChanged SettingsChanged ClockPolicySet",
      "progress": " AccountKeyCreated AccountKeyRevoked AccountSshKeysReplaced EndpointUpdated EndpointHandlerSet EndpointScalerArmed EndpointScalerChecked WorkerPlaced WorkerHoldEnded WorkerRetuned WorkerRemoved WorkerPullRestarted WorkerPolled WorkerReported WorkerSlept WorkerCalled WorkerLooked WorkerTookJob WorkerTookRequest WorkerBeganWork WorkerDidWork WorkerEndedJob WorkerEndedRequest WorkerFreed WorkerWoken WorkerTriedAgain JobStarted JobCancelAsked JobResultLimited JobDrained JobStreamed JobProgressed JobWorked JobTakenOver JobWebhookSent JobWebhookPosted JobWebhookAnswered JobResultDropped JobRetried BatchRequestsAdded BatchRequestRemoved BatchRenamed BatchCancelAsked BatchRequestMoved RequestStarted CallHastened SecretUpdated TagUpdated TagAttached TagDetached CostCenterUpdated CostCenterAttached CostCenterDetached TemplateUpdated VolumeUpdated HostStillDown PodStarting PodUpdated PodRanked PodPullRestarted PodRestarted PodBecameReachable PodPrinted PodResumed ClusterNetworkProvisioned ClusterRenamed CallsCounted ClockAdvanced",
      "success": " WorkerReady JobCompleted BatchFinalized RequestAnswered HostRecovered PodStarted ClusterBecameActive",
      "warning": " WorkerThrottled WorkerPullTroubled WorkerLostHost JobMissedWorker JobRequeued CallDelayed PodPullTroubled FaultBegan FaultStruck InputRefused",
    }
  `);
});

test('every event that an entity knows stands in its lifecycle: the compiler does not ask for its row', () => {
  expect(Object.keys(eventFields).filter((type) => !eventTypes().includes(type))).toStrictEqual([]);
});

test('a word that is no type of events has none', () => {
  expect(findTone('job')).toBeUndefined();
});
