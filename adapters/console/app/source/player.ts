import { type AnswerGiven, answersOf, parseScenario, play, problemText, type Scenario } from '../../../../engine/index.ts';
import type { PlayerMessage, PlayRequest } from './messages.ts';
import type { KeptAnswer, RunAnswers, UnloggedRequest } from './source.ts';

/** Entries in one message: the page stays responsive while it takes them in. */
const entriesPerMessage = 2_000;

/** A longer run is stopped. A link may bring a scenario that never ends. */
const entriesMax = 500_000;

/** Plays one run, and tells its log and what it came to, or the answers of its calls. Runs in the worker; tests run it as it is. */
export const playRun = (request: PlayRequest, tell: (message: PlayerMessage) => void): void => {
  const wanted = runOf(request);
  if ('problems' in wanted) tell({ type: 'failed', problems: wanted.problems });
  else if (request.wants === 'answers') tell({ type: 'answered', answers: answersOfRun(wanted) });
  else tellLog(wanted, tell);
};

const runOf = ({ scenario: { file, text, files, seeds }, index }: PlayRequest): Scenario | { readonly problems: readonly string[] } => {
  const read = (path: string): string | undefined => (Object.hasOwn(files, path) ? files[path] : undefined);
  const parsed = parseScenario(file, text, read, seeds);
  if (parsed._tag === 'Left') return { problems: parsed.left.map(problemText) };
  return parsed.right[index] ?? { problems: [`${file} has ${parsed.right.length} runs: there is no run ${index + 1}; choose another`] };
};

const tellLog = (scenario: Scenario, tell: (message: PlayerMessage) => void): void => {
  const { world, verdict, failures, unfired } = play(scenario, { entriesMax });
  const { title } = scenario.spec;
  tell({ type: 'began', header: world.header, title: scenario.member === undefined ? title : `${title} · ${scenario.member}` });
  const entries = [...world.log.entries()];
  for (let from = 0; from < entries.length; from += entriesPerMessage)
    tell({ type: 'appended', entries: entries.slice(from, from + entriesPerMessage) });
  tell({ type: 'ended', outcome: { verdict, failures: [...failures, ...unfired], fingerprint: world.fingerprint() } });
};

/** The answers of a run: the log does not have them, so its inputs are played again. */
const answersOfRun = (scenario: Scenario): RunAnswers => {
  const unlogged: UnloggedRequest[] = [];
  const { world } = play(scenario, {
    entriesMax,
    onUnlogged: ({ after, call: { at, event }, answer }) => {
      if (event.type === 'InputReceived') unlogged.push({ after, at, call: event, answer: shortAnswer(0, answer) });
    },
  });
  const answers = [...answersOf(world.header, world.log.entries())].map(([seq, answer]) => shortAnswer(seq, answer));
  return { answers, unlogged };
};

/** Of a longer body only so many characters go to the page. */
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

/** What the worker has in place of a window. The types of the DOM know windows only. */
export interface PlayerScope extends Pick<Window, 'addEventListener'> {
  postMessage(message: PlayerMessage): void;
}

/** The worker's side: plays what it is asked for, and says so if the engine breaks. */
export const servePlays = (scope: PlayerScope): void =>
  scope.addEventListener('message', ({ data }: MessageEvent<PlayRequest>) => {
    try {
      playRun(data, (message) => scope.postMessage(message));
    } catch (error) {
      scope.postMessage({
        type: 'failed',
        problems: [`podsim's fault, not yours: ${error instanceof Error ? error.message : String(error)}`],
      });
    }
  });
