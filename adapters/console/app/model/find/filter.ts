import { findKind, isKind } from '../../../../../engine/cloud/index.ts';
import { finish } from '../../../../../engine/kernel/index.ts';
import { eventWords } from '../../../../../engine/scenario/index.ts';
import { concerns, findTone, idMeant } from '../../../../../engine/world/index.ts';
import type { RunLog } from '../runLog.ts';
import { stepsInto } from './statuses.ts';

/** Whether an entry is shown. */
export type EntryTest = (seq: number) => boolean;

/**
 * A filter as it is typed: words that must all fit. `of:job-1` is an entity, `kind:worker`, `type:JobFailed` and `rule:job.ttl` say
 * themselves, `status:FAILED` is what led to that status, `tone:failure` what a lifecycle calls so, and `request:12` everything that
 * followed from entry 12. Any other word is looked for in the whole line.
 */
export const parseFilter = (log: RunLog, written: string): EntryTest | undefined => {
  const tests = written
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordTest(log, word));
  return tests.length === 0 ? undefined : (seq) => tests.every((test) => test(seq));
};

const wordTest = (log: RunLog, word: string): EntryTest => {
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(word) ?? [];
  switch (name) {
    case 'of': {
      const id = log.labels.findId(value) ?? finish(idMeant(log, value));
      return (seq) => {
        const entry = log.entry(seq);
        return entry !== undefined && concerns(entry, id, (cause) => log.entry(cause));
      };
    }
    case 'kind':
      return (seq) => {
        const event = log.entry(seq)?.event;
        return event !== undefined && (isKind(value) ? findKind(event) === value : value === 'input' && findKind(event) === undefined);
      };
    case 'type':
      return (seq) => log.entry(seq)?.event.type.toLowerCase().startsWith(value.toLowerCase()) === true;
    case 'status': {
      const seqs = new Set(stepsInto(log, value.toUpperCase()));
      return (seq) => seqs.has(seq);
    }
    case 'tone':
      return (seq) => findTone(log.entry(seq)?.event.type ?? '') === value;
    case 'rule':
      return (seq) => log.rule(seq).startsWith(value);
    case 'request':
      return (seq) => log.causes.root(seq) === Number(value);
    default: {
      const wanted = word.toLowerCase();
      return (seq) => describeEntry(log, seq).toLowerCase().includes(wanted);
    }
  }
};

/** Writes an entry as the log view does, without its number and time. */
export const describeEntry = (log: RunLog, seq: number): string => {
  const entry = log.entry(seq);
  if (entry === undefined) return '';
  const subject = log.subject(seq);
  return `${subject === undefined ? '' : `${log.labels.findName(subject)} ${subject}`} ${entry.event.type} ${eventWords(entry.event, log.labels)}`;
};
