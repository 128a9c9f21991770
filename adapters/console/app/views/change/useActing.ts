import { useSignal } from '@preact/signals';
import { httpCallOfAct } from '../../../../../engine/compare/index.ts';
import { timeToAct } from '../../model/change/changes.ts';
import { compareCommand, type Draft, dateDraft, readTime } from '../../model/change/draft.ts';
import { type AnsweredChange, findRefusal, readRefusal } from '../../model/change/refusal.ts';
import type { RunLog } from '../../model/runLog.ts';
import { forkName, writeCurl } from '../../model/servedAt.ts';
import { controlRequest } from '../../source/named.ts';
import { type Console, useConsole } from '../context.ts';
import { useServerAt } from '../live/acts.tsx';

interface Acting {
  /** What is done, and where. */
  readonly words: string;
  readonly verb: string;
  readonly canAct: boolean;
  /** The end of the key that the call has, where the page knows no more of it. */
  readonly unknownKey?: string | undefined;
  readonly act: () => void | Promise<void>;
  readonly answered: AnsweredChange | undefined;
  /** Each does the same in a terminal. */
  readonly commands: readonly { readonly name: string; readonly command: string }[];
}

interface ActingParts {
  readonly log: RunLog;
  readonly seq: number;
  readonly text: string;
  readonly draft: Draft | undefined;
}

/** Makes a change: at the end of a served world as a call, in its past in a fork, and in a run as a branch. */
export const useActing = (parts: ActingParts): Acting => {
  const tools = useConsole();
  const isBusy = useSignal(false);
  const { sent } = tools.session.change;
  const { server } = useServerAt(parts.seq);
  const isServed = tools.live?.isOpen.value === true;
  const call = parts.draft?.act === undefined ? undefined : httpCallOfAct({ act: parts.draft.act, with: parts.draft.with ?? {} });
  if (!isServed || tools.live === undefined) return actInRun(tools, parts, writeCurl(call, server));
  const { live } = tools;
  const isPast = !live.isAtEnd.value;
  const request = call && { method: call.method, path: call.path, body: call.body, ...(call.needsKey ? { key: live.key } : {}) };
  const { seq } = parts;
  const unknownKey = call?.needsKey === true && live.key?.startsWith('…') === true ? live.key : undefined;
  const fork = live.command(controlRequest('POST', 'forks', { seq, id: forkName(seq) }));
  return {
    words:
      request === undefined
        ? 'A world that is served takes calls alone: its settings are changed in a run, which a link to it makes.'
        : isPast
          ? 'The moment is in the past of this world, which does not change: the world is forked there, and the call is made in the fork.'
          : 'The moment is the end of this world: the call is made in it.',
    verb: isPast ? 'Fork and send' : 'Send',
    canAct: request !== undefined && !isBusy.value && unknownKey === undefined,
    unknownKey,
    act: async () => {
      if (request === undefined || isBusy.peek()) return;
      isBusy.value = true;
      const answer = !isPast || (await live.fork(seq)) ? await live.send(request) : undefined;
      isBusy.value = false;
      if (answer !== undefined)
        sent.value = { text: parts.text, answered: { refusal: readRefusal(answer.status, answer.rule, answer.text), answer } };
    },
    answered: sent.value?.text === parts.text ? sent.value.answered : undefined,
    commands:
      request === undefined
        ? []
        : [
            {
              name: 'in a terminal',
              command: isPast ? `${fork} && ${live.server.command(forkName(seq), request)}` : live.command(request),
            },
          ],
  };
};

const actInRun = ({ session, desk }: Console, { log, seq, draft }: ActingParts, curl: string | undefined): Acting => {
  const isPlaying = desk.phase.value === 'playing';
  const last = isPlaying ? undefined : session.run?.request.scenario.changes?.at(-1);
  const refusal = last === undefined ? undefined : findRefusal(log, last);
  // What was refused is tried again at its own time.
  const text = draft && dateDraft(draft, (refusal === undefined ? undefined : readTime(last ?? '')) ?? timeToAct(log, seq));
  const isMade = last !== undefined && draft !== undefined && last === dateDraft(draft, readTime(last) ?? timeToAct(log, seq));
  const compared = text && compareCommand(session.file, text);
  return {
    words:
      'It is done a millisecond after the moment, after everything of its instant, and makes a branch: the same run up to there, and what would have happened from there on.',
    verb: 'Branch',
    canAct: draft !== undefined && !isPlaying,
    act: () => {
      if (text !== undefined) session.branch(text, refusal !== undefined);
    },
    answered: isMade ? { refusal } : undefined,
    commands: [
      ...(compared === undefined ? [] : [{ name: 'in a terminal, measured over many seeds', command: compared }]),
      ...(curl === undefined ? [] : [{ name: 'on a server that plays this scenario', command: curl }]),
    ],
  };
};
