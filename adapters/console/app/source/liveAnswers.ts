import { noKeyName } from '../../../../engine/api/index.ts';
import type { Called } from '../../../../engine/scenario/index.ts';
import { strangerName } from '../model/calls/callRows.ts';
import type { KeptAnswer, RunAnswers } from '../model/port/source.ts';
import { type Server, ServerTrouble } from './server.ts';

/** The parts that reading answers needs. */
export interface AnswerParts {
  readonly server: Server;
  readonly world: string;
  /** Waits before it asks for newer ones. */
  readonly pause: (ms: number) => Promise<void>;
}

/** The most answers of a served world that the page holds, newest first: the server forgets older ones, too. */
const heldMax = 2_000;
const everyMs = 1_000;
/** The most calls without an answer that each request asks about again. */
const askedAgainMax = 20;

/**
 * Reads the calls of a served world with their answers from its journal, refused and read-only ones included: first all, then each second
 * the new ones. The signal ends it.
 */
export const followAnswers = async (
  { server, world, pause }: AnswerParts,
  take: (answers: RunAnswers) => void,
  left: AbortSignal,
): Promise<void> => {
  const held = new Map<number, JournalLine>();
  let [newest, limit] = [0, 0];
  const page = async (query: string): Promise<JournalPage> => (await server.read<JournalPage>(world, `_podsim/v1/requests?${query}`)).body;
  /** Reads the calls after the newest one held, page by page, newest first. */
  const readNew = async (): Promise<JournalLine[]> => {
    const found: JournalLine[] = [];
    for (let before: number | null | undefined; before !== null && found.length < heldMax && !left.aborted; ) {
      const { requests, before: next }: JournalPage = await page(`limit=${limit}${before === undefined ? '' : `&before=${before}`}`);
      const fresh = requests.filter(({ n }) => n > newest);
      found.push(...fresh);
      before = fresh.length < requests.length ? null : next;
    }
    return found.reverse();
  };
  const readAgain = async (): Promise<JournalLine[]> => {
    const pending = [...held.values()].filter(({ status }) => status === null).slice(-askedAgainMax);
    const read = await Promise.all(pending.map(({ n }) => page(`limit=1&before=${n + 1}`)));
    return read.flatMap(({ requests }) => requests).filter(({ n, status }) => status !== null && held.has(n));
  };
  while (!left.aborted) {
    try {
      limit ||= Math.min(pageMax, await server.readPageLimit(world));
      const lines = [...(await readAgain()), ...(await readNew())];
      if (left.aborted) return;
      for (const line of lines) held.set(line.n, line);
      newest = Math.max(newest, lines.at(-1)?.n ?? 0);
      for (const n of held.keys()) {
        if (held.size <= heldMax) break;
        held.delete(n);
      }
      if (lines.length > 0 || newest === 0) take(answersIn([...held.values()]));
    } catch (error) {
      // The source reads the same server all the time, and reports its problems.
      if (!(error instanceof ServerTrouble) || error.status === 422) throw error;
    }
    await pause(everyMs);
  }
};

/** Calls in one answer: each may have a long body. */
const pageMax = 200;

const answersIn = (lines: readonly JournalLine[]): RunAnswers => ({
  answers: lines.filter(({ seq }) => seq !== null).flatMap(readAnswer),
  unlogged: lines
    .filter(({ seq }) => seq === null)
    .map((line) => ({ after: line.after, at: line.at.ms, call: readCall(line), client: nameIn(line), answer: readAnswer(line)[0] })),
});

const readAnswer = ({ seq, status, rule, answeredAt, answer }: JournalLine): readonly [] | readonly [KeptAnswer] =>
  status === null || answeredAt === null
    ? []
    : [{ seq: seq ?? 0, at: answeredAt.ms, status, ...(rule === null ? {} : { rule }), ...(answer === undefined ? {} : { text: answer }) }];

const readCall = ({ operation, status, request: { unreadable, ...request } }: JournalLine): Called => ({
  operation,
  request:
    unreadable === undefined
      ? request
      : { ...request, unreadable: { kind: status === 413 ? 'too-large' : 'malformed', detail: unreadable } },
});

const nameIn = ({ client, because }: JournalLine): string =>
  client ?? (because === 'unknown' ? strangerName : because === 'operator' ? because : noKeyName);

/** A call as the journal shows it. */
interface JournalLine {
  readonly n: number;
  readonly seq: number | null;
  readonly after: number;
  readonly at: { readonly ms: number };
  readonly operation: string;
  readonly client: string | null;
  readonly because: string | null;
  readonly request: Omit<Called['request'], 'unreadable'> & { readonly unreadable?: string };
  readonly status: number | null;
  readonly rule: string | null;
  readonly answeredAt: { readonly ms: number } | null;
  readonly answer?: string;
}

interface JournalPage {
  /** The newest first. */
  readonly requests: readonly JournalLine[];
  readonly before: number | null;
}
