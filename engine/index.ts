/** The front door: what adapters and library users may use, by name. */

export { KeyDigests, markOf, markText, usualSecret } from './account/keyDigest.ts';
export { authenticate, clientOf, operating } from './api/authorize.ts';
export {
  type Bound,
  defaultLimits,
  type LimitName,
  type Limits,
  limitWords,
} from './api/bounds.ts';
export type { HandlerWritten } from './api/contract/handler.ts';
export { noKeyName } from './api/contract/noKey.ts';
export { type LookedAt, lookedAt } from './api/lookedAt.ts';
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
export { problemMediaType, problemOf, problems } from './api/problems.ts';
export { everyOrigin, originOf } from './api/queue/webhooks.ts';
export { operations } from './api/table.ts';
export { beforeQuery } from './api/worker/caller.ts';
export { keyLengthMax } from './arguments.ts';
export { invariants } from './audit/invariants.ts';
export { withoutBody } from './callInput.ts';
export { type Advance, entriesMax } from './clock.ts';
export { callFor, changeText, emptyCall } from './compare/acts.ts';
export { branchOf } from './compare/branch.ts';
export { type ChartLine, differenceCells, differencesChart, fewWords, verdictOf, whatIfChart, whatIfText } from './compare/chart.ts';
export { changeRequest, curlCommand, type HttpCall, httpCall, shellWord, writtenHttpCall } from './compare/httpCall.ts';
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
} from './definition.ts';
export {
  type DomainEvent,
  entities,
  idOf,
  isKind,
  type Kind,
  kindOf,
  kinds,
  type SomeSettings,
  type StateOf,
  type WaitingKind,
} from './entities.ts';
export type { Attempt } from './handler/attempt.ts';
export type { HandlerFunction, HandlerSpec } from './handler/handler.ts';
export { type AnswerGiven, answersOf } from './history/answers.ts';
export { Keyframes } from './history/keyframes.ts';
export { audit, playInputs, replay, rerun } from './history/rerun.ts';
export { forkAt, type History, historyOf, type LogPosition, type Point, placeOf, stateAt } from './history/rewind.ts';
export { formatOfDigests, type Reading, type Upcaster, upcasterOf, upcasters } from './history/upcast.ts';
export type { AdvanceTarget, Client, ClockPolicy, GivenClient, InputEvent, Request, Unreadable } from './input.ts';
export { webhookPayload } from './job/view.ts';
export { canonicalText, isSame, type Json } from './kernel/canonical.ts';
export type { Rejection, RejectionKind } from './kernel/decider.ts';
export { entryText, type LogStart } from './kernel/entryText.ts';
export { firstIndex } from './kernel/firstIndex.ts';
export { formatInstant, lastInstantMs, parseDateTime, parseInstant } from './kernel/instant.ts';
export { InvalidArgument } from './kernel/invalidArgument.ts';
export { InvariantViolation } from './kernel/invariant.ts';
export type { Lifecycle, Row, StatusRow, Tone } from './kernel/lifecycle.ts';
export { fingerprintOf, firstLink, type LogEntry, type LogPast, type LogSink, nextLink, pastOf, upTo } from './kernel/log.ts';
export { checkFits, closingLine, headerText, LogText, withCheck, withoutCheck } from './kernel/logText.ts';
export { type Sha256, sha256Hex } from './kernel/sha256.ts';
export { atOnce, finish, pacer, type Steps } from './kernel/steps.ts';
export { formatDuration, formatVirtualTime, later, parseDuration, parseVirtualTime, type VirtualTime } from './kernel/time.ts';
export { answerText, isRight, letterOf, readAnswer, valueText, writtenAs } from './lesson/answer.ts';
export { type ChartName, type ChartPoint, chartNames } from './lesson/chart.ts';
export { checkLesson } from './lesson/check.ts';
export type { LessonSpec, QuestionSpec, QuestionType } from './lesson/format.ts';
export { type Lesson, lessonEnding, lessonNumber, parseLesson, taughtBy } from './lesson/lesson.ts';
export { type PlayedLesson, type PlayedStep, playLesson } from './lesson/play.ts';
export type { PlayedQuestion } from './lesson/question.ts';
export { lessonJsonSchema } from './lesson/schema.ts';
export { attempt, type Judgement, judge, parseSteps } from './lesson/task.ts';
export type { LogMoment } from './lesson/walk.ts';
export { type CallArguments, type CallResult, findOperation, type OperationId, type OperationPath, worldOperations } from './operations.ts';
export { resultText } from './properties/result.ts';
export type { PropertyResult } from './properties/resultFormat.ts';
export type { Input, Reply } from './receive.ts';
export { type CauseChain, chain } from './reports/causes.ts';
export { concerns } from './reports/concerns.ts';
export { type Divergence, divergence } from './reports/divergence.ts';
export { type Exit, exitsOf, type Trigger } from './reports/exits.ts';
export { type Explanation, explain } from './reports/explain.ts';
export { explanationText } from './reports/explanationText.ts';
export { explanationView } from './reports/explanationView.ts';
export { openSpan, type RunSpan, spanUpTo, Trace } from './reports/gauge.ts';
export { hasParts, isInTransition } from './reports/inTransition.ts';
export { idMeant, similarIds } from './reports/knownIds.ts';
export { lifecycleMermaid, lifecycleSource, lifecycleTable } from './reports/lifecycleText.ts';
export { metricsOf } from './reports/metrics.ts';
export { type DueTimer, type Next, nextOf, nextText, type Possible } from './reports/next.ts';
export { type DryRun, offeredActions } from './reports/offered.ts';
export { LogRecorder } from './reports/recordLog.ts';
export { percentile, type Samples } from './reports/samples.ts';
export { namesIn, ShortNames } from './reports/shortNames.ts';
export { Spending } from './reports/spending.ts';
export { eventTypes, toneOf } from './reports/tones.ts';
export { type Way, wayWords } from './reports/way.ts';
export { findRule, type Rule, rules } from './rules.ts';
export { allChecks } from './scenario/allChecks.ts';
export { assertionText } from './scenario/assertionText.ts';
export { type Completions, completionsAt } from './scenario/completion.ts';
export { type Condition, holds, parseCondition } from './scenario/condition.ts';
export { scenarioJsonSchema } from './scenario/editorSchema.ts';
export type { Failure } from './scenario/failure.ts';
export { assertionLine, type PlacedFailures, placeFailures } from './scenario/failurePlaces.ts';
export { type HeldAssertion, heldAssertions } from './scenario/heldAssertions.ts';
export { fieldsOf } from './scenario/lint/eventFields.ts';
export { maskSecrets } from './scenario/maskSecrets.ts';
export { seedList } from './scenario/matrix.ts';
export { suggestion, suggestionAmong } from './scenario/nearest.ts';
export { play } from './scenario/play.ts';
export { playToVerdict } from './scenario/playToVerdict.ts';
export { byPlace, type FileFinding, type FileProblem, problemText } from './scenario/problem.ts';
export { record, recordScenario } from './scenario/record.ts';
export type { FailedAssertion, RunReport } from './scenario/reportFormat.ts';
export { resultsOf } from './scenario/results.ts';
export type { ClientResults, EndpointResults, GaugeResults, Percentiles, Results, WorkResults } from './scenario/resultsFormat.ts';
export type { PlayOptions, Run } from './scenario/run.ts';
export { parseScenario, type Reader, type Scenario } from './scenario/scenario.ts';
export { type Shown, shownIn } from './scenario/teaching.ts';
export { eventWords, timeline, timelineLines } from './scenario/timeline.ts';
export { shownBy, type TimelineFilter } from './scenario/timelineFilter.ts';
export type { UnloggedCall } from './scenario/unloggedCalls.ts';
export type { SettingsWritten, WorldWritten } from './scenario/worldFormat.ts';
export { readYaml } from './scenario/yamlFile.ts';
export { type SettingRow, settingRows } from './settings.ts';
export { State, type StateChange } from './state.ts';
export { engineVersion, logFormat } from './version.ts';
export { isUpStatus } from './worker/lifecycle.ts';
export { World } from './world.ts';
export type { WorldOptions } from './worldOptions.ts';
export { type Resumption, snapshotForm, type WorldSnapshot } from './worldSnapshot.ts';
