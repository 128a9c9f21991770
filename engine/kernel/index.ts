// The door of this room: adapters import only this.

export { canonicalText, isSame, type Json } from './canonical.ts';
export { firstIndex } from './collections/firstIndex.ts';
export { askWhetherMeant, nearestTo, suggestion, suggestionAmong } from './collections/nearest.ts';
export { entryText, longEntryText } from './entryText.ts';
export { formatInstant, lastInstantMs, parseDateTime, parseInstant } from './instant.ts';
export { InvalidArgument } from './invalidArgument.ts';
export { InvariantViolation } from './invariant.ts';
export type { Tone } from './lifecycle.ts';
export { isLong, longJson } from './log/longText.ts';
export { computeFingerprint, firstLink, type LogPast, limitLog, nextLink, upTo } from './log.ts';
export type { LogEntry } from './logEntry.ts';
export { checkFits, closingLine, headerText, withCheck, withoutCheck } from './logText.ts';
export { gammaBelow, lnGamma } from './math/gammaFunction.ts';
export { type Draw, drawsFrom } from './rng.ts';
export { atOnce, finish, pacer, type Steps } from './steps.ts';
export { formatDuration, formatVirtualTime, later, parseDuration, parseVirtualTime, sayDuration, type VirtualTime } from './time.ts';
