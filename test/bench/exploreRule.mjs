// Looks for what is wrong with the rules as they are loaded, in one thread: `node exploreRule.mjs HOW SEED CPU_SECONDS [RUNS [NAME]]`, where HOW is
// `explorer`, `chance`, or `scenarios`: those
// that there are, as they are. Stops at the first failure, and prints it as JSON. With `--import ../mutants/hooks.mjs`, one rule is another.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceStory } from './chance.mjs';

const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url));
await from('test/oracle/install.js');
const { Exploration } = await from('adapters/explorer/exploration.js');
const { bounds, exploreRuns } = await from('adapters/explorer/exploreRuns.js');
const { readerFor } = await from('adapters/cli/files.js');
const { textOfFound, shareProperties, shrunkFailure, listSteps, storyToVary } = await from('engine/lab/explorer/index.js');
const { judgeStory } = await from('engine/lab/explorer/outcome.js');

const [how, seed, cpuSeconds, runsMax] = [process.argv[2], process.argv[3], Number(process.argv[4]), Number(process.argv[5] ?? Infinity)];
const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
/** Only scenarios whose path holds this are varied. */
const name = process.argv[6] ?? '';
/** The most stories that are played to shorten a failure. */
const playedMax = 3_000;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Every scenario, with the properties that apply to every world. */
const readAll = () => shareProperties(readFiles()).map((kept) => ({ ...kept, story: withoutOwn(kept.story) }));

const readFiles = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.scenario.yaml') && path.includes(name))
    .sort()
    .map((path) => join(folder, path))
    .flatMap((file) => {
      const kept = storyToVary(readFileSync(file, 'utf8'), { ...bounds, file, read: readerFor(file) });
      return kept === undefined ? [] : [{ ...kept, folder: dirname(file) }];
    });

/** What a scenario says of itself alone may be untrue of its variations, whatever the rules are. */
const withoutOwn = ({ properties = [], ...story }) => {
  const shared = properties.filter((one) => one.settles !== undefined || ![undefined, 'own'].includes(one.worlds));
  return shared.length === 0 ? story : { ...story, properties: shared };
};

/** Batches of runs, until one of them fails. */
const search = {
  explorer: () => {
    const exploration = new Exploration(readAll(), seed);
    return () => {
      exploration.take(exploration.next(runsMax).flatMap(exploreRuns));
      return { runs: exploration.runs, found: exploration.found[0] };
    };
  },
  scenarios: () => {
    const broken = readAll().filter(({ entries }) => entries === 0);
    return () => ({
      runs: runsMax,
      found: broken.length === 0 ? undefined : { failure: judgeStory(broken[0].story, bounds).failure, story: broken[0].story },
    });
  },
  chance: () => {
    let runs = 0;
    return () => {
      for (let k = 0; k < 100 && runs < runsMax; k++) {
        const story = chanceStory(seed, runs++);
        const outcome = judgeStory(story, { ...bounds, laws: runs % 100 === 0 });
        if (outcome.kind === 'failed') return { runs, found: { failure: outcome.failure, story } };
      }
      return { runs };
    };
  },
};

const startedAt = cpu();
const more = search[how]();
let state = { runs: 0 };
while (state.found === undefined && state.runs < runsMax && cpu() - startedAt < cpuSeconds) state = more();
const seconds = cpu() - startedAt;
const { runs, found } = state;
const shrunk = found === undefined ? undefined : shrunkFailure(found.failure, found.story, bounds, playedMax);
process.stdout.write(
  JSON.stringify({
    runs,
    seconds,
    ...(shrunk === undefined
      ? {}
      : {
          found: {
            property: shrunk.failure.property,
            words: shrunk.failure.words,
            steps: listSteps(shrunk.story).length,
            text: textOfFound(shrunk.story, shrunk.failure),
          },
        }),
  }),
);
