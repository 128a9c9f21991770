import type { TimingName } from '../../../engine/cloud/index.ts';
import { shellWord } from '../../../engine/compare/index.ts';
import type { KeptStory } from '../../../engine/lab/explorer/index.ts';
import { Exploration } from '../../explorer/exploration.ts';
import { reportExploration } from '../../explorer/report.ts';
import { scenarioFiles } from '../files.ts';
import { exploreProgress } from '../run/progress.ts';
import { PlayThreads } from '../run/threads.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { Interrupt } from '../terminal/interrupt.ts';
import { withNote } from '../terminal/notes.ts';
import { columnsToShow } from '../terminal/terminal.ts';
import { wallTimeMs } from '../terminal/wallTime.ts';
import { CorpusFolder, storyIn } from './corpusFolder.ts';
import { checkFolders, shortenFound, writeFound } from './found.ts';
import { type ExploreOptions, isOfClient, strangerTo } from './options.ts';
import { type ExploreOrder, orderFrom } from './order.ts';
import { writeProposals } from './proposals.ts';
import { exploreReporters } from './reporters.ts';

export { clientReportJsonSchema, exploreReportJsonSchema } from '../../../engine/lab/explorer/index.ts';

/** `podsim explore`: varies scenarios, and writes what breaks a property as short scenarios. */
export const exploreCommand = async (paths: readonly string[], options: ExploreOptions): Promise<number> => {
  if (isOfClient(paths, options)) return (await import('./client.ts')).exploreClientCommand(paths, options);
  const strange = strangerTo('scenarios', options);
  if (strange !== undefined) throw new BadInput(`--${strange} belongs to explorations of a client: leave it out for scenarios`);
  if (paths.length === 0) throw new BadInput('explore needs scenario files, a client, or --exec: podsim explore scenarios');
  const order = orderFrom(options);
  checkFolders(options);
  const corpus = options.corpus === undefined ? undefined : new CorpusFolder(options.corpus);
  const files = [...storiesIn(paths, order.timing), ...(corpus?.stories ?? [])];
  const exploration = new Exploration(files, options.seed, { isByChance: options.chance === true });
  const interrupt = new Interrupt();
  try {
    const startedAt = wallTimeMs();
    const ended = await explore(exploration, order, interrupt);
    const tookMs = wallTimeMs() - startedAt;
    const { found, runs } = exploration;
    interrupt.beginNext();
    if (found.length > 0) process.stderr.write(`shortening what was found: ${found.length}; Ctrl-C writes it as it is\n`);
    const shrunk = await shortenFound(found, order.jobs, interrupt);
    const { corpus: folder, propose, timing } = options;
    const given = [
      ...(folder === undefined ? [] : ['--corpus', folder]),
      ...(propose === undefined ? [] : ['--propose', propose]),
      ...(timing === undefined ? [] : ['--timing', timing]),
      ...(options.chance ? ['--chance'] : []),
    ];
    const again = `podsim explore ${[...paths, ...given, '--seed', options.seed, '--runs', String(runs)].map(shellWord).join(' ')}`;
    const failures = writeFound(found, shrunk, again, options);
    const report = reportExploration(exploration, {
      ...{ seed: options.seed, ended, failures, kept: corpus?.add(exploration, files) },
      proposed: propose === undefined ? undefined : withNote('shortening proposals', () => writeProposals(propose, exploration, files)),
      tookMs: order.forMs === undefined ? undefined : tookMs,
    });
    const view = { columns: columnsToShow(), tookMs };
    process.stdout.write(exploreReporters[order.reporter](report, view));
    return found.length > 0 ? exitCodes.fail : exitCodes.pass;
  } finally {
    interrupt.close();
  }
};

const storiesIn = (paths: readonly string[], timing: TimingName | undefined): readonly KeptStory[] => {
  const files = scenarioFiles(paths);
  const stories = withNote(`playing ${files.length} scenarios as they are`, () => files.flatMap((file) => storyIn(file, timing) ?? []));
  if (stories.length === 0) throw new BadInput(`${paths.join(', ')}: none of the scenarios can be varied; \`podsim run\` says why`);
  return stories;
};

/** Explores until there are enough runs, the time is over, or Ctrl-C is pressed; and says which. */
const explore = async (
  exploration: Exploration,
  { runsMax, forMs, jobs }: ExploreOrder,
  interrupt: Interrupt,
): Promise<'runs' | 'time' | 'interrupted'> => {
  const startedAt = wallTimeMs();
  const threads = new PlayThreads(jobs, Number.POSITIVE_INFINITY);
  // What serves HTTP is loaded here alone: playing a scenario does without.
  const { checkAllOverHttp } = await import('../../explorer/lawOverHttp.ts');
  const progress = exploreProgress(forMs ?? runsMax, forMs !== undefined);
  try {
    for (;;) {
      const goneMs = wallTimeMs() - startedAt;
      progress.at(forMs === undefined ? exploration.runs : goneMs, exploration);
      if (interrupt.isAsked) return 'interrupted';
      if (exploration.runs >= runsMax) return 'runs';
      if (forMs !== undefined && goneMs >= forMs) return 'time';
      const batch = threads.map('explore', exploration.next(runsMax), ({ from, to }) => `played the runs ${from} to ${to}`);
      exploration.take(await checkAllOverHttp((await Promise.all(batch)).flat()));
    }
  } finally {
    progress.stop();
    await threads.close();
  }
};
