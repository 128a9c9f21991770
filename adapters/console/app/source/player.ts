import { branchScenario, parseChange, sideBySide } from '../../../../engine/compare/index.ts';
import {
  findHeldAssertions,
  findSubjects,
  parseScenario,
  placeFailures,
  play,
  playToVerdict,
  problemText,
  type Scenario,
} from '../../../../engine/scenario/index.ts';
import { type AnswerGiven, replayAnswers } from '../../../../engine/world/index.ts';
import { clientName, type ReceivedCall } from '../model/calls/callRows.ts';
import { findEnding } from '../model/calls/shorter.ts';
import { entriesMax, type PlayerMessage, type PlayRequest, type WorkerRequest } from '../model/port/messages.ts';
import type { KeptAnswer, UnloggedRequest } from '../model/port/source.ts';

/** Entries in one message: the page stays responsive while it takes them in. */
const entriesPerMessage = 2_000;

type Tell = (message: PlayerMessage) => void;

/** Does the work that a page asks its worker for. */
export type ServeRequest = (request: WorkerRequest, tell: Tell) => void;

/** Plays and measures runs. Tests call it as it is. */
export const serveRequest: ServeRequest = (request, tell) => {
  if (request.type === 'play') playRun(request.run, tell);
  else if (request.type === 'answer') answerRun(request.run, tell);
  else if (request.type === 'otherwise') endOtherwise(request, tell);
  else if (request.type === 'measure') measurePair(request.a, request.b, tell);
};

/** Plays one run, and reports its log and its outcome. */
export const playRun = (request: PlayRequest, tell: Tell): void => {
  const { file, text } = request.scenario;
  const wanted = readWantedRun(request);
  if ('problems' in wanted) return tell({ type: 'failed', problems: wanted.problems });
  const expectedRefusals: number[] = [];
  const run = playToVerdict(wanted.run, {
    entriesMax,
    onAnswer: ({ expect }, { answer, seq }) => {
      const isExpected = expect?.status !== undefined || expect?.rule !== undefined;
      if (answer.status >= 400 && seq !== null && isExpected) expectedRefusals.push(seq);
    },
  });
  const { world, verdict, failed, unfired } = run;
  const { member, spec } = wanted.run;
  tell({ type: 'began', header: world.header, title: member === undefined ? spec.title : `${spec.title} · ${member}` });
  const entries = [...world.log.entries()];
  for (let from = 0; from < entries.length; from += entriesPerMessage)
    tell({ type: 'appended', entries: entries.slice(from, from + entriesPerMessage) });
  const { failures, failedAssertions } = placeFailures(file, text, failed);
  tell({
    type: 'ended',
    outcome: {
      verdict,
      failures: [...failures, ...unfired],
      failedAssertions,
      failureSeqs: failed.map(({ seq }) => seq),
      failureIds: findSubjects(run),
      expectedRefusals,
      heldAssertions: findHeldAssertions(text, run),
      fingerprint: world.fingerprint(),
    },
  });
};

/** Tells the answers of a run: the log does not have them, so its inputs are played again. */
const answerRun = (request: PlayRequest, tell: Tell): void => {
  const wanted = readWantedRun(request);
  if ('problems' in wanted) return tell({ type: 'failed', problems: wanted.problems });
  const unlogged: (Omit<UnloggedRequest, 'client'> & { readonly call: ReceivedCall })[] = [];
  const { world } = play(wanted.run, {
    entriesMax,
    onUnlogged: ({ after, call: { at, event }, answer }) => {
      if (event.type === 'InputReceived') unlogged.push({ after, at, call: event, answer: shortAnswer(0, answer) });
    },
  });
  const named = unlogged.map((one) => ({ ...one, client: clientName(one.call, world.state) }));
  const answers = [...replayAnswers(world.header, world.log.entries())].map(([seq, answer]) => shortAnswer(seq, answer));
  tell({ type: 'answered', answers: { answers, unlogged: named } });
};

/** Plays the run with each of the changes, and reports how a job or a request ends there. */
const endOtherwise = ({ run, id, changes }: Extract<WorkerRequest, { readonly type: 'otherwise' }>, tell: Tell): void => {
  const endings = [];
  for (const change of changes) {
    const wanted = readWantedRun({ ...run, scenario: { ...run.scenario, changes: [...(run.scenario.changes ?? []), change] } });
    if ('problems' in wanted) return tell({ type: 'failed', problems: wanted.problems });
    endings.push(findEnding(playToVerdict(wanted.run, { entriesMax }).world.log.entries(), id));
  }
  tell({ type: 'ended otherwise', endings });
};

/** The most characters of a body that go to the page. */
const bodyMax = 4_000;

const shortAnswer = (seq: number, { at, status, rule, body }: AnswerGiven): KeptAnswer => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return {
    seq,
    at,
    status,
    ...(rule === undefined ? {} : { rule }),
    ...(text === undefined ? {} : { text: text.length > bodyMax ? `${text.slice(0, bodyMax)}…` : text }),
  };
};

/** Plays two runs until every job of both has ended, and reports how their numbers differ: as `podsim log compare` does. */
const measurePair = (a: PlayRequest, b: PlayRequest, tell: Tell): void => {
  const [one, other] = [readWantedRun(a), readWantedRun(b)];
  if ('problems' in one) return tell({ type: 'failed', problems: one.problems });
  if ('problems' in other) return tell({ type: 'failed', problems: other.problems });
  tell({ type: 'measured', differences: sideBySide([{ a: one.run, b: other.run }]).differences });
};

/** The run that is asked for, with its changes; or all that is wrong. */
const readWantedRun = ({ scenario: { file, text, files, seeds, changes = [] }, index }: PlayRequest): WantedRun => {
  const read = (path: string): string | undefined => (Object.hasOwn(files, path) ? files[path] : undefined);
  const parsed = parseScenario(file, text, read, seeds);
  if (parsed._tag === 'Left') return { problems: parsed.left.map(problemText) };
  const run = parsed.right[index];
  if (run === undefined) return { problems: [`${file} has ${parsed.right.length} runs: there is no run ${index + 1}; choose another`] };
  const made = changes.map((change, k) => parseChange(`change ${k + 1}`, change));
  const problems = made.flatMap((one) => (one._tag === 'Left' ? one.left.map(problemText) : []));
  if (problems.length > 0) return { problems };
  return {
    run: branchScenario(
      run,
      made.flatMap((one) => (one._tag === 'Right' ? [one.right] : [])),
    ),
  };
};

type WantedRun = { readonly run: Scenario } | { readonly problems: readonly string[] };

/** The worker's global scope. The DOM's types know only windows. */
export interface PlayerScope extends Pick<Window, 'addEventListener'> {
  postMessage(message: PlayerMessage): void;
}

/** The worker's side: does what the page asks, and reports a crash of the engine. */
export const servePlays = (scope: PlayerScope, serve: ServeRequest): void =>
  scope.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    try {
      serve(data, (message) => scope.postMessage(message));
    } catch (error) {
      scope.postMessage({
        type: 'failed',
        problems: [`podsim's fault, not yours: ${error instanceof Error ? error.message : String(error)}`],
      });
    }
  });
