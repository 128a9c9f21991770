import { withExploreOptions } from '../explore/options.ts';
import { withQueueOptions, withStudyOptions } from '../study/options.ts';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';

const { fail, incomplete, pass } = exitCodes;

/** The commands that play very many runs: studies and explorations. */
export const addStudyCommands = (program: Program, end: End): void => {
  // Studies are loaded on demand: a command that plays one scenario does not load them.
  withStudyOptions(program.command('study'))
    .description('play many configurations of a scenario with many seeds, and say which meets a goal at the least cost')
    .action((file: string | undefined, options) => {
      end(import('../study/study.ts').then(({ studyCommand }) => studyCommand(file, options)));
    });

  withQueueOptions(program.command('study-worker'))
    .description('play for studies that run with --queue, until it is stopped; on as many machines as there are')
    .requiredOption('--queue <url>', 'the Redis that the studies use, such as redis://redis.example:6379')
    .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
    .option('--results <dir>', 'a folder of results: what is there is not played again, and what is played is stored there, too')
    .option('--until-idle <time>', 'stop after so long without work')
    .action((options) => {
      end(import('../study/study.ts').then(({ studyWorkerCommand }) => studyWorkerCommand(options)));
    });

  program
    .command('fidelity')
    .description('play what was seen on the platform, and say how far off the times are')
    .argument('[paths...]', 'observation files, or folders of them; those that come with podsim unless given')
    .option('--timing <name>', 'the times that are judged: measured-2026-12 unless given, or textbook')
    .option('--seeds <n>', 'how often each observation is played; 40 unless given')
    .option('--without <mechanisms...>', 'switch these off, such as take or sleep, or all: what got worse for it is named')
    .option('--check', 'say of each file whether it can be used, and how far off each timing is on it')
    .option('--facts', 'show each fact with what was seen and what is played; so it is where paths are given')
    .option('--page <file>', 'write one HTML page with a small plot for each fact')
    .option('--unplayed', 'list the observations that are not played, each with its reason, and play nothing')
    .option('--update', 'keep the figures as they are now, beside the observations')
    .option('--reporter <form>', 'text or json')
    .action((paths: string[], options) => {
      end(import('../fidelity/fidelity.ts').then(({ fidelityCommand }) => fidelityCommand(paths, options)));
    });

  withExploreOptions(program.command('explore')).action((paths: string[], options) => {
    end(import('../explore/explore.ts').then(({ exploreCommand }) => exploreCommand(paths, options)));
  });
};

// biome-ignore format: a table
export const studyHelp = {
  fidelity: {
    examples: [
      ['podsim fidelity', 'how far off the measured times are, on facts that they were not made from'],
      ['podsim fidelity --timing textbook', 'the same for the times of lessons and tests'],
      ['podsim fidelity --without take', 'what is wrong without the grid and the delay of takes'],
      ['podsim fidelity --page a.html', 'a page with a small plot for each fact'],
      ['podsim fidelity --unplayed', 'what was seen and is not played, and why'],
      ['podsim fidelity a.observation.yaml', 'one observation, such as one of your own'],
      ['podsim fidelity --check a.observation.yaml', 'whether it can be contributed, and how far off each timing is on it'],
    ],
    codes: {
      [pass]: 'no fact is worse than its kept figure, however far off the times are',
      [fail]: 'a fact is worse than its kept figure; --update keeps the new one; with --check: a file judges nothing',
    },
  },
  study: {
    examples: [
      ['podsim study a.study.yaml', 'plays what is not known yet, and shows which configuration is best'],
      ['podsim study jobs.csv --goal "p95 20s"', 'fits a twin to records of an endpoint, and says how it should be set'],
      ['podsim study a.study.yaml --csv > a.csv', 'every configuration with every measure, for a spreadsheet'],
      ['podsim study a.study.yaml -o a.html', 'a page with its pictures, and the replay of each median run'],
      ['podsim study a.study.yaml --json --jobs 4', 'the report for programs, made by four threads'],
      ['podsim study a.scenario.yaml --settings', 'what a study of a scenario may vary'],
      ['podsim study --measures', 'what a study can measure'],
      ['podsim study a.study.yaml --shard 3/20 --results r3', 'the third of twenty shares, on a machine of its own'],
      ['podsim study a.study.yaml --merge r1 r2 r3', 'the report of what these folders have together'],
      ['podsim study a.study.yaml --queue redis://redis:6379', 'played by `podsim study-worker`, on any machines'],
      ['podsim study a.study.yaml --verify 1%', 'whether stored results are what their plays come to today'],
    ],
    codes: {
      [pass]: 'the study, or the shard, is complete, whether a configuration meets the goal or not',
      [fail]: 'a result is not what its play comes to, with --verify; the play fails, with --play',
      [incomplete]: 'results are missing, with --merge or --verify; the play does not come to its end, with --play',
    },
  },
  'study-worker': {
    examples: [
      ['podsim study-worker --queue redis://redis:6379', 'plays with all processors until it is stopped'],
      ['podsim study-worker --queue redis://redis:6379 --results /shared', 'and stores results in a folder that others share'],
      ['podsim study-worker --queue redis://redis:6379 --until-idle 5m', 'until there is nothing to do for five minutes'],
    ],
    codes: { [pass]: 'stopped by a signal, or idle' },
  },
  explore: {
    examples: [
      ['podsim explore scenarios', 'a thousand variations of what is in a folder'],
      ['podsim explore a.scenario.yaml --for 60s', 'of one file, as many as a minute allows'],
      ['podsim explore scenarios --seed 7 --runs 200', 'other ones, and fewer'],
      ['podsim explore a.scenario.yaml --out broken', 'what breaks is written into this folder'],
      ['podsim explore scenarios --page pages', 'and a page to look at for each failure'],
      ['podsim explore scenarios --corpus corpus', 'stories that show something new are kept, and varied next time'],
      ['podsim explore scenarios --reporter junit', 'for a build server; `podsim run found corpus` replays what is kept'],
    ],
    codes: {
      [pass]: 'nothing broke, also by the time of Ctrl-C',
      [fail]: 'something broke: the scenario that shows it is written',
    },
  },
} satisfies HelpTable;
