import { parseScenario, play, problemText } from '../../../../engine/index.ts';
import type { PlayerMessage, PlayRequest } from './messages.ts';

/** Entries in one message: the page stays responsive while it takes them in. */
const entriesPerMessage = 2_000;

/** A longer run is stopped. A link may bring a scenario that never ends. */
const entriesMax = 500_000;

/** Plays one run, and tells its log and what it came to. Runs in the worker; tests run it as it is. */
export const playRun = ({ scenario: { file, text, files, seeds }, index }: PlayRequest, tell: (message: PlayerMessage) => void): void => {
  const read = (path: string): string | undefined => (Object.hasOwn(files, path) ? files[path] : undefined);
  const parsed = parseScenario(file, text, read, seeds);
  if (parsed._tag === 'Left') return tell({ type: 'failed', problems: parsed.left.map(problemText) });
  const wanted = parsed.right[index];
  if (wanted === undefined)
    return tell({ type: 'failed', problems: [`${file} has ${parsed.right.length} runs: there is no run ${index + 1}; choose another`] });
  const { world, verdict, failures, unfired } = play(wanted, { entriesMax });
  const { title } = wanted.spec;
  tell({ type: 'began', header: world.header, title: wanted.member === undefined ? title : `${title} · ${wanted.member}` });
  const entries = [...world.log.entries()];
  for (let from = 0; from < entries.length; from += entriesPerMessage)
    tell({ type: 'appended', entries: entries.slice(from, from + entriesPerMessage) });
  tell({ type: 'ended', outcome: { verdict, failures: [...failures, ...unfired], fingerprint: world.fingerprint() } });
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
