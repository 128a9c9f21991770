// The door of this room: what adapters take of it.

export { authenticate, clientOf, keyIsUnknown, operating } from './authorize.ts';
export { type Bound, defaultLimits, type LimitName, type Limits, limitWords } from './bounds.ts';
export { type Contract, isOffered } from './contract/additions.ts';
export { contractBodyMax, explainLargeBody } from './contract/bodySize.ts';
export type { HandlerWritten } from './contract/handler/handler.ts';
export { distributionView } from './contract/parts/distribution.ts';
export { noKeyName } from './contract/parts/noKey.ts';
export { type LookedAt, listLookedAt } from './lookedAt.ts';
export { respellKeys } from './names/entityNames.ts';
export { type Added, type Answer, type Described, type Frame, type Frames, isRead, type LimitState, type Operation } from './operation.ts';
export { type CallArguments, type CallResult, findOperation, type OperationId, type OperationPath, worldOperations } from './operations.ts';
export { fillPath } from './pathParams.ts';
export { problemMediaType, problemOf } from './problems.ts';
export { everyOrigin, originOf } from './queue/webhooks.ts';
export { operations } from './table.ts';
export { listIgnored } from './unknown/ignored.ts';
export { notSimulated } from './unknown/notSimulated.ts';
export { refuseHttp2, refuseProtocol } from './unknown/otherProtocols.ts';
export { answerUnknownPath, isGraphql, refuseUnknownMethod } from './unknown/unknownPath.ts';
export { beforeQuery, isOfProcess } from './worker/caller.ts';
