import type { Study, StudyConfiguration } from '../../../engine/lab/study/index.ts';
import { reseedScenario } from '../../../engine/scenario/index.ts';
import { entriesMax } from '../../study/playOnce.ts';
import { quoteWord } from '../run/playOne.ts';
import { runScenario } from '../run/run.ts';
import { BadInput } from '../terminal/exit.ts';
import type { StudyOptions } from './options.ts';

/** `podsim study FILE --play 7 --seed 3`: one play of a study, shown as `podsim run` shows it. */
export const playConfiguration = (study: Study, text: string, { seed = '1', log }: Pick<StudyOptions, 'seed' | 'log'>): number => {
  const configuration = configurationFrom(study, text);
  process.stdout.write(
    `configuration ${configuration.number}: ${[configuration.name, configuration.circumstance].filter((words) => words !== '').join(', with ')}\n`,
  );
  return runScenario(reseedScenario(configuration.scenario, seed), {
    reporter: 'pretty',
    seed,
    again: playCommand(study, configuration.number, seed),
    entriesMax,
    ...(log === undefined ? {} : { log }),
  });
};

/** The command that makes exactly this play. */
export const playCommand = ({ file, timing }: Pick<Study, 'file' | 'timing'>, configuration: number, seed: string): string =>
  `podsim study ${quoteWord(file)}${timing === undefined ? '' : ` --timing ${timing}`} --play ${configuration} --seed ${quoteWord(seed)}`;

const configurationFrom = ({ configurations, file }: Study, text: string): StudyConfiguration => {
  const found = configurations.find(({ number, name }) => String(number) === text || name === text);
  if (found === undefined)
    throw new BadInput(`--play '${text}': ${file} has the configurations 1 to ${configurations.length}; give the number of one`);
  return found;
};
