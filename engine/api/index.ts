// The door of this room: what adapters take of it.

export { authenticate, keyIsUnknown, operating, readClient } from './admission/authorize.ts';
export { contractBodyMax, explainLargeBody } from './admission/bodySize.ts';
export { type LookedAt, listLookedAt } from './admission/lookedAt.ts';
export { type Contract, isOffered } from './contract/additions.ts';
export type { HandlerWritten } from './contract/handler/handler.ts';
export { distributionView } from './contract/parts/distribution.ts';
export { noKeyName } from './contract/parts/noKey.ts';
export { respellKeys } from './names/entityNames.ts';
export { type Added, type Answer, type Described, type Frame, type Frames, isRead, type LimitState, type Operation } from './operation.ts';
export { type CallArguments, type CallResult, findOperation, type OperationId, type OperationPath, worldOperations } from './operations.ts';
export { problemMediaType, writeProblem } from './problems.ts';
export { everyOrigin, readOrigin } from './queue/webhooks.ts';
export { type Bound, defaultLimits, type LimitName, type Limits, limitWords } from './reading/bounds.ts';
export { fillPath } from './reading/pathParams.ts';
export { operations } from './table.ts';
export { listIgnored } from './unknown/ignored.ts';
export { notSimulated } from './unknown/notSimulated.ts';
export { refuseHttp2, refuseProtocol } from './unknown/otherProtocols.ts';
export { findApis } from './unknown/pathApis.ts';
export { answerUnknownPath, isGraphql, refuseUnknownMethod } from './unknown/unknownPath.ts';
export { beforeQuery, isOfProcess } from './worker/caller.ts';
