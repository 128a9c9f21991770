import { fileNameOfFound, type KeptStory, shrunkFailure, storyToVary, textOfFound } from '../../../engine/lab/explorer/index.ts';
import { readerFor } from '../../cli/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { Exploration } from '../exploration.ts';
import { bounds, exploreRuns } from '../exploreRuns.ts';
import type { ExploredClient } from './clientRun.ts';
import { type ClientRunReport, type ClientSearch, type FoundClient, takeClientTask } from './clientTasks.ts';
import { summarizeRuns, whyUnexplored } from './findings.ts';
import type { OwnProperties } from './ownProperties.ts';
import { VirtualTimers } from './virtualTimers.ts';

/** A failure of an exploration in this process: as it was found, and as a scenario where there is one. */
export interface FoundHere extends Pick<FoundClient, 'failure' | 'text'> {
  /** The run that it was found in first. */
  readonly run: number;
  readonly times: number;
}

/** A name for the file of a failure. */
export const fileFor = ({ failure, text = '' }: FoundHere): string => fileNameOfFound(failure, text, sha256);

/** The most failures that are made small, and the most stories that are played for one of a scenario. */
const failuresMax = 5;
const playedMax = 3_000;

/** Explorations of this process, one after the other: the timers of a process are virtual for one at a time. */
let before: Promise<unknown> = Promise.resolve();

/** Runs a client in this process, whose timers are virtual meanwhile. Runs `from` to `to`, the last one excluded. `why`: nothing was explored. */
export const exploreInProcess = (
  client: ExploredClient,
  search: ClientSearch,
  from: number,
  to: number,
  { own, mayGiveUp }: { readonly own?: OwnProperties | undefined; readonly mayGiveUp?: string | undefined } = {},
): Promise<{ readonly reports: readonly ClientRunReport[]; readonly found: readonly FoundHere[]; readonly why: string | undefined }> => {
  const explored = before.then(async () => {
    const timers = VirtualTimers.install();
    try {
      const reports = (await takeClientTask(client, { kind: 'runs', search, from, to }, { timers, own })) as readonly ClientRunReport[];
      const found: FoundHere[] = [];
      const findings = summarizeRuns(reports, search.properties, mayGiveUp);
      // A bound that has cut it says more.
      const why = findings.counts.cut > 0 ? undefined : whyUnexplored(findings);
      if (why !== undefined) return { reports, found, why };
      for (const { failure, run, times } of findings.failures.slice(0, failuresMax)) {
        const again = `explore(client, { seed: '${search.seed}', run: ${run} })`;
        const small = (await takeClientTask(
          client,
          { kind: 'shrink', search, number: run, failure, again },
          { timers, own },
        )) as FoundClient;
        found.push({ run, times, failure: small.failure, text: small.text });
      }
      return { reports, found, why };
    } finally {
      timers.uninstall();
    }
  });
  before = explored.catch(() => undefined);
  return explored;
};

/** Plays variations of a scenario. `file`: what its text is called, and where its included files are. */
export const exploreScenario = (text: string, file: string, seed: string, runs: number): readonly FoundHere[] => {
  const exploration = new Exploration([storyIn(text, file)], seed);
  while (exploration.runs < runs) exploration.take(exploration.next(runs).flatMap(exploreRuns));
  return exploration.found.slice(0, failuresMax).map(({ failure: first, story: found, run, times }) => {
    const { story, failure, ...words } = shrunkFailure(first, found, bounds, playedMax);
    return { failure, text: textOfFound(story, failure, words), run, times };
  });
};

/** A scenario to be varied, or whose world a client meets. Throws where it cannot be played. */
export const storyIn = (text: string, file: string): KeptStory => {
  const kept = storyToVary(text, { ...bounds, file, read: readerFor(file) });
  if (kept === undefined) throw new Error(`${file}: the scenario cannot be played; \`podsim run\` says why`);
  return kept;
};
