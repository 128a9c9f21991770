import { finish } from '../../../../../engine/kernel/index.ts';
import { callWords } from '../../../../../engine/scenario/index.ts';
import { idMeant } from '../../../../../engine/world/index.ts';
import type { KeptAnswer, RunAnswers } from '../port/source.ts';
import type { RunLog } from '../runLog.ts';
import type { CallRow } from './callRows.ts';

/** A call with its answer, if that is known. */
export interface ShownCall extends CallRow {
  readonly status: number | undefined;
  readonly rule: string | undefined;
  /** When it was answered, and the beginning of the body. */
  readonly answer?: KeptAnswer | undefined;
}

/** All calls in order, with the known answers: the log has refusals, and the source delivers the other answers. */
export const listCalls = (log: RunLog, known: RunAnswers | undefined): readonly ShownCall[] => {
  const answers = new Map(known?.answers.map((answer) => [answer.seq, answer]));
  // The page may have forgotten the entries around a call of a live world.
  const unlogged = (known?.unlogged ?? [])
    .filter(({ after }) => after >= log.first)
    .map((one): CallRow => ({ seq: 0, refusal: undefined, ...one }));
  // Both lists are in order. A call without an entry came after the entries that it names.
  const rows: CallRow[] = [];
  let next = 0;
  for (const row of log.requests.rows) {
    for (let one = unlogged[next]; one !== undefined && one.after < row.seq; one = unlogged[++next]) rows.push(one);
    rows.push(row);
  }
  rows.push(...unlogged.slice(next));
  return rows.map((row) => {
    const answer = row.answer ?? answers.get(row.seq);
    return {
      ...row,
      status: row.refusal?.event.status ?? answer?.status,
      rule: row.refusal?.event.rule ?? answer?.rule,
      ...(answer === undefined ? {} : { answer }),
    };
  });
};

/** Finds the entry that shows the effect of a call: its refusal, or the first entry that it caused. */
export const findMoment = (log: RunLog, { seq, after, refusal }: ShownCall): number =>
  refusal?.seq ?? (seq > 0 ? log.causes.effects(seq, 1)[0] : undefined) ?? after;

/** The last entry before a call: the same call is answered the same in a world that is forked there. */
export const entryBefore = ({ seq, after }: Pick<ShownCall, 'seq' | 'after'>): number => (seq > 0 ? seq - 1 : after);

/**
 * Whether a call is shown. All words must match: `status:404` or `status:4xx`, `operation:run`, `rule:job`, `client:dev`, `of:job-1` for an
 * id in its path, `refused`; any other word is searched for in the whole line.
 */
export const callTest = (log: RunLog, written: string): ((call: ShownCall) => boolean) => {
  const tests = written
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordTest(log, word));
  return (call) => tests.every((test) => test(call));
};

const wordTest = (log: RunLog, word: string): ((call: ShownCall) => boolean) => {
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(word) ?? [];
  switch (name) {
    case 'operation':
      return ({ call }) => call.operation === value;
    case 'status':
      return ({ status }) => status !== undefined && (value.endsWith('xx') ? String(status)[0] === value[0] : String(status) === value);
    case 'rule':
      return ({ rule }) => rule?.startsWith(value) === true;
    case 'client':
      return ({ client }) => client === value;
    case 'of': {
      const id = log.labels.findId(value) ?? finish(idMeant(log, value));
      return ({ call }) => Object.values(call.request.params).includes(id);
    }
    default: {
      if (word === 'refused') return ({ rule }) => rule !== undefined;
      const wanted = word.toLowerCase();
      return (call) => callLine(log, call).toLowerCase().includes(wanted);
    }
  }
};

/** A call and its answer on one line. */
export const callLine = (log: RunLog, { call, client, status, rule, refusal }: ShownCall): string =>
  [client, callWords(call, log.labels), status ?? '', rule ?? '', refusal === undefined ? '' : refusal.event.detail].join(' ');

/** Finds the entity that a call created or names: the subject of its first entry, or the last id in its path. */
export const findSubject = (log: RunLog, { seq, call, refusal }: ShownCall): string | undefined => {
  const [first] = refusal === undefined && seq > 0 ? log.causes.effects(seq, 1) : [];
  return (first === undefined ? undefined : log.subject(first)) ?? Object.values(call.request.params).at(-1);
};
