import { findId, findKind, findProfile, type Kind, kinds, listBeginnings } from '../../cloud/entities.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import type { LogReader } from './explain/explain.ts';

type EntrySource = Pick<LogReader, 'entries'>;

/**
 * Resolves the short name of an entity: `job-2` is the second job of the log, `pod-1` the first pod. Timelines show such names only instead
 * of long ids. Any other id is returned unchanged, and an existing id always means its own entity.
 */
export function* idMeant(log: EntrySource, id: string): Steps<string> {
  const kind = kindInName(id);
  if (kind === undefined) return id;
  const beginnings = listBeginnings(kind);
  const pauses = pacer();
  let before = Number(id.slice(kind.length + 1)) - 1;
  let meant: string | undefined;
  for (const { event } of log.entries()) {
    if (beginnings.includes(event.type)) {
      if (before === 0) meant = findId(kind, event);
      before -= 1;
    }
    // Long ids never look like short names.
    if (meant !== undefined && findProfile(kind).numbered) return meant;
    const about = findKind(event);
    if (about !== undefined && findId(about, event) === id) return id;
    if (pauses()) yield;
  }
  return meant ?? id;
}

/** The kind in a short name. */
const kindInName = (name: string): Kind | undefined => {
  const [, word] = /^(\w+)-[1-9]\d{0,8}$/.exec(name) ?? [];
  return kinds.find((kind) => kind === word);
};

/**
 * The ids of a log that are similar to an unknown one: those that begin or end with it, or with the longest prefix of it that any
 * id begins or ends with.
 */
export function* similarIds(log: EntrySource, id: string): Steps<readonly string[]> {
  const kind = kindInName(id) ?? kinds.find((one) => findProfile(one).numbered && id.startsWith(one));
  const count = kind === undefined ? 0 : (yield* listIdsOfKind(log, kind)).length;
  if (count > 0) return [`${kind}-1${count === 1 ? '' : ` to ${kind}-${count}`}`];
  const known = yield* listIds(log);
  const pauses = pacer();
  for (let length = Math.min(id.length, likenessMax); length > 0; length--) {
    const part = id.slice(0, length);
    const similar: string[] = [];
    for (const one of known) {
      if (similar.length < similarMax && (one.startsWith(part) || one.endsWith(part))) similar.push(one);
      if (pauses()) yield;
    }
    if (similar.length > 0) return similar;
  }
  return [];
}

/** The most suggestions, and the longest prefix that is compared. */
const similarMax = 10;
const likenessMax = 60;

/** The ids of a kind, in the order in which their entities began, including those that are gone. */
export function* listIdsOfKind(log: EntrySource, kind: Kind): Steps<readonly string[]> {
  const beginnings = listBeginnings(kind);
  const pauses = pacer();
  const ids: string[] = [];
  for (const { event } of log.entries()) {
    if (beginnings.includes(event.type)) ids.push(findId(kind, event));
    if (pauses()) yield;
  }
  return ids;
}

function* listIds(log: EntrySource): Steps<ReadonlySet<string>> {
  const pauses = pacer();
  const ids = new Set<string>();
  for (const { event } of log.entries()) {
    const kind = findKind(event);
    if (kind !== undefined) ids.add(findId(kind, event));
    if (pauses()) yield;
  }
  return ids;
}
