/** The front door: what adapters and library users may use, by name. */

export { authenticate, clientOf, keyIsUnknown, operating } from './api/authorize.ts';
export {
  type Bound,
  defaultLimits,
  type LimitName,
  type Limits,
  limitWords,
} from './api/bounds.ts';
export { type Contract, isOffered } from './api/contract/additions.ts';
export { contractBodyMax, explainLargeBody } from './api/contract/bodySize.ts';
export type { HandlerWritten } from './api/contract/handler/handler.ts';
export { type DistributionWritten, distributionView } from './api/contract/parts/distribution.ts';
export { noKeyName } from './api/contract/parts/noKey.ts';
export { type LookedAt, listLookedAt } from './api/lookedAt.ts';
export { findKnownForm, respellKeys } from './api/names/entityNames.ts';
export {
  type Added,
  type Answer,
  type Described,
  type Frame,
  type Frames,
  isRead,
  type LimitState,
  type Method,
  type Operation,
  type Outcome,
} from './api/operation.ts';
export {
  type CallArguments,
  type CallResult,
  findOperation,
  type OperationId,
  type OperationPath,
  worldOperations,
} from './api/operations.ts';
export { fillPath } from './api/pathParams.ts';
export { problemMediaType, problemOf, problems } from './api/problems.ts';
export { everyOrigin, originOf } from './api/queue/webhooks.ts';
export { operations } from './api/table.ts';
export { explainNotSimulated, type NotSimulated } from './api/unknown/explainNotSimulated.ts';
export { listIgnored } from './api/unknown/ignored.ts';
export { notSimulated } from './api/unknown/notSimulated.ts';
export { answerUnknownPath, refuseUnknownMethod } from './api/unknownPath.ts';
export { beforeQuery, isOfProcess } from './api/worker/caller.ts';
export { KeyDigests, markOf, markText, usualSecret } from './cloud/account/keyDigest.ts';
export type { Rejection } from './cloud/decisions.ts';
export { entities, idOf, isKind, type Kind, kindOf, kinds, type SomeSettings, type StateOf, type WaitingKind } from './cloud/entities.ts';
export { threads } from './cloud/fault/threads.ts';
export type { Attempt } from './cloud/handler/attempt.ts';
export { type Distribution, quantile } from './cloud/handler/distribution.ts';
export type { HandlerFunction } from './cloud/handler/handler.ts';
export type { HandlerSpec } from './cloud/handler/spec.ts';
export type { AdvanceTarget, Client, ClockPolicy, DomainEvent, GivenClient, InputEvent, Request, Unreadable } from './cloud/input.ts';
export { webhookPayload } from './cloud/job/view.ts';
export { type DryRun, listActions } from './cloud/offered.ts';
export { readAhead } from './cloud/projections/inputKeys.ts';
export type { Principal } from './cloud/projections/keyring.ts';
export { findRule, type Rule, rules } from './cloud/rulebook/rules.ts';
export { type SettingRow, settingRows } from './cloud/settings.ts';
export { State, type StateChange } from './cloud/state/state.ts';
export { valuesWithGrounds } from './cloud/timing/grounds.ts';
export { errorsText, sayError, type Times, timesOf, timesText } from './cloud/timing/times.ts';
export { newestTiming, type TimingName, timingNames, usualTiming, valuesOf } from './cloud/timing/timings.ts';
export type { GroundedValue, MechanismError } from './cloud/timing/timingValue.ts';
export { mechanismsIn } from './cloud/timing/usedMechanisms.ts';
export { isUpStatus, placedStatuses } from './cloud/worker/lifecycle.ts';
export { callFor, changeText, emptyCall } from './compare/acts.ts';
export { branchOf } from './compare/branch.ts';
export { type ChartLine, differenceCells, differencesChart, fewWords, verdictOf, whatIfChart, whatIfText } from './compare/chart.ts';
export { changeRequest, curlCommand, type HttpCall, httpCall, httpCallOfAct, shellWord } from './compare/httpCall.ts';
export { compareLogs, type LogsCompared } from './compare/logs.ts';
export { type Measured, measure } from './compare/measures.ts';
export { parseChange, type TimedChange } from './compare/parse.ts';
export { divergenceText, logsText } from './compare/text.ts';
export { differencesView, divergenceView, logsView, whatIfView } from './compare/views.ts';
export { type Difference, differencesOf, type Pair, sideBySide, type WhatIf, whatIf } from './compare/whatIf.ts';
export {
  answerControl,
  type ControlContext,
  defaultWorldId,
  logsFor,
  type ServerOperation,
  type Vitals,
  type WorldInfo,
  type WorldServer,
} from './control/operation.ts';
export { controlOperations, serverOperations } from './control/table.ts';
export { type TimePoint, timePointOf } from './control/timePoint.ts';
export { defaultDefinition, definitionWanted } from './control/worlds/definition.ts';
export { canonicalText, isSame, type Json } from './kernel/canonical.ts';
export { firstIndex } from './kernel/collections/firstIndex.ts';
export { askWhetherMeant, nearestTo, suggestion, suggestionAmong } from './kernel/collections/nearest.ts';
export type { RejectionKind } from './kernel/decider.ts';
export { entryText, type LogStart, longEntryText } from './kernel/entryText.ts';
export { formatInstant, lastInstantMs, parseDateTime, parseInstant } from './kernel/instant.ts';
export { InvalidArgument } from './kernel/invalidArgument.ts';
export { InvariantViolation } from './kernel/invariant.ts';
export type { Lifecycle, Row, StatusRow, Tone } from './kernel/lifecycle.ts';
export { isLong, longJson } from './kernel/log/longText.ts';
export { fingerprintOf, firstLink, type LogPast, type LogSink, nextLink, pastOf, upTo } from './kernel/log.ts';
export type { LogEntry } from './kernel/logEntry.ts';
export { checkFits, closingLine, headerText, LogText, withCheck, withoutCheck } from './kernel/logText.ts';
export { gammaBelow, lnGamma } from './kernel/math/gammaFunction.ts';
export { type Draw, drawsFrom } from './kernel/rng.ts';
export { type Sha256, sha256Hex } from './kernel/sha256.ts';
export { atOnce, finish, pacer, type Steps } from './kernel/steps.ts';
export { formatDuration, formatVirtualTime, later, parseDuration, parseVirtualTime, type VirtualTime } from './kernel/time.ts';
export { allChecks } from './scenario/editor/allChecks.ts';
export { type Completions, completionsAt } from './scenario/editor/completion.ts';
export { scenarioJsonSchema } from './scenario/editor/editorSchema.ts';
export { maskSecrets } from './scenario/format/maskSecrets.ts';
export { seedList } from './scenario/format/matrix.ts';
export { byPlace, type FileFinding, type FileProblem, problemText } from './scenario/format/problem.ts';
export type { FailedAssertion, RunReport } from './scenario/format/reportFormat.ts';
export type { ClientResults, EndpointResults, GaugeResults, Percentiles, Results, WorkResults } from './scenario/format/resultsFormat.ts';
export { settingText, showGrounded } from './scenario/format/settingView.ts';
export { findTeaching, type Shown } from './scenario/format/teaching.ts';
export type { SettingsWritten, WorldWritten } from './scenario/format/worldFormat.ts';
export { readYaml } from './scenario/format/yamlFile.ts';
export { fieldsOf } from './scenario/lint/eventFields.ts';
export { assertionText } from './scenario/play/assertionText.ts';
export { type Condition, conditionIn, describeUnmet, holds, parseCondition } from './scenario/play/condition.ts';
export type { Failure } from './scenario/play/failure.ts';
export { assertionLine, type PlacedFailures, placeFailures, placeUnfired } from './scenario/play/failurePlaces.ts';
export { findHeldAssertions, type HeldAssertion } from './scenario/play/heldAssertions.ts';
export { type MeasuredDuration, type MeasuredWorld, measureWorld } from './scenario/play/measuredWorld.ts';
export { play } from './scenario/play/play.ts';
export { playToVerdict } from './scenario/play/playToVerdict.ts';
export { record, recordScenario } from './scenario/play/record.ts';
export { unknownKey } from './scenario/play/request.ts';
export { resultsOf } from './scenario/play/results.ts';
export type { PlayOptions, Run } from './scenario/play/run.ts';
export type { UnloggedCall } from './scenario/play/unloggedCalls.ts';
export { resultText } from './scenario/properties/result.ts';
export type { PropertyResult } from './scenario/properties/resultFormat.ts';
export { parseScenario, type Reader, type Scenario } from './scenario/scenario.ts';
export { type Called, callWords, eventWords, timeline, timelineLines } from './scenario/timeline/timeline.ts';
export { filterFor, type TimelineFilter } from './scenario/timeline/timelineFilter.ts';
export {
  allPermissions,
  defaultSeed,
  defaultStartMs,
  firstKeyOf,
  firstSecretOf,
  headerOf,
  type LogHeader,
  rulesetDigest,
  settingsAfter,
  settingsOf,
  type WorldDefinition,
  withFirstSecret,
  withTiming,
} from './simulator/definition.ts';
export { invariants } from './simulator/invariants.ts';
export { engineVersion, logFormat } from './simulator/version.ts';
export { keyLengthMax } from './world/arguments.ts';
export { findCaller, withoutBody } from './world/callInput.ts';
export { type Advance, entriesMax } from './world/clock.ts';
export { type AnswerGiven, answersOf } from './world/history/answers.ts';
export { Keyframes } from './world/history/keyframes.ts';
export { checkInvariants, playInputs, replay, rerun } from './world/history/rerun.ts';
export { forkAt, type History, historyOf, type LogPosition, type Point, placeOf, stateAt } from './world/history/rewind.ts';
export { type Formats, formats, planReading } from './world/history/upcast.ts';
export type { WorldOptions } from './world/options.ts';
export type { Input, Reply } from './world/receive.ts';
export { concerns } from './world/reports/concerns.ts';
export {
  type Coverage,
  type CoverageFamily,
  CoverageReader,
  coverageFamilies,
  mergeCoverage,
  neverSeen,
  possibleCoverage,
} from './world/reports/coverage/coverage.ts';
export { type Divergence, divergence } from './world/reports/divergence.ts';
export { type CauseChain, chain } from './world/reports/explain/causes.ts';
export { type Exit, exitsOf, type Trigger } from './world/reports/explain/exits.ts';
export { type Explanation, explain } from './world/reports/explain/explain.ts';
export { explanationText } from './world/reports/explain/explanationText.ts';
export { explanationView } from './world/reports/explain/explanationView.ts';
export { lifecycleMermaid, lifecycleSource, lifecycleTable } from './world/reports/explain/lifecycleText.ts';
export { type DueTimer, type Next, nextOf, nextText, type Possible } from './world/reports/explain/next.ts';
export { type Way, wayWords } from './world/reports/explain/way.ts';
export { hasParts, isInTransition } from './world/reports/inTransition.ts';
export { idMeant, similarIds } from './world/reports/knownIds.ts';
export { openSpan, type RunSpan, spanUpTo, Trace } from './world/reports/record/gauge.ts';
export { listMetrics, workDurationNames } from './world/reports/record/namedMeasures.ts';
export { LogRecorder, recordEndpoint } from './world/reports/record/recordLog.ts';
export { percentile, Samples } from './world/reports/record/samples.ts';
export { Spending } from './world/reports/record/spending.ts';
export { namesIn, ShortNames } from './world/reports/shortNames.ts';
export { eventTypes, toneOf } from './world/reports/tones.ts';
export { type Resumption, snapshotForm, type WorldSnapshot } from './world/snapshot.ts';
export { World } from './world/world.ts';
