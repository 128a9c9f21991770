import type { Command } from 'commander';
import { learnCommand } from '../learn/learn.ts';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable } from '../terminal/help.ts';
import { newCommand } from '../write/newScenario.ts';
import { templateNames } from '../write/templates.ts';

const { fail, pass } = exitCodes;

/** The commands for beginners: lessons, and files to start from. */
export const addLessonCommands = (program: Command, end: End): void => {
  program
    .command('learn')
    .description('list the lessons; play one as text; judge steps that should solve its task; or write a page with lessons')
    .argument('[lesson]', 'the number of a lesson, or a lesson file')
    .option('--answers', 'show everything with the answers, and ask nothing')
    .option('--try <file>', 'judge the steps in this file by the goal of the lesson’s task')
    .option('-o, --out <file>', 'the HTML file to write: the whole course, or the lesson')
    .action((lesson: string | undefined, options) => {
      end(learnCommand(lesson, options));
    });

  program
    .command('new')
    .description('write a small scenario to start from, or a small lesson or study')
    .argument('<file>', 'the file to write')
    .option('--template <name>', templateNames.join(', '), 'job')
    .action((file: string, options) => {
      end(newCommand(file, options));
    });
};

// biome-ignore format: a table
export const lessonHelp: HelpTable = {
  learn: {
    examples: [
      ['podsim learn', 'the course'],
      ['podsim learn 3', 'the third lesson: each question is asked before anything moves'],
      ['podsim learn 3 --answers', 'the same with all answers'],
      ['podsim learn 3 --try steps.yaml', 'whether these steps solve its task'],
      ['podsim learn -o course.html', 'the course as a page: open it by double click'],
    ],
    codes: { [pass]: 'shown, written, or the task is solved', [fail]: 'the task is not solved' },
  },
  new: {
    examples: [
      ['podsim new a', 'writes a.scenario.yaml'],
      ['podsim new a --template lesson', 'writes a.lesson.yaml'],
      ['podsim new a --template study', 'writes a.study.yaml'],
      ['podsim new a --template load', 'a scenario of a load; also: job, pod, cluster, billing, fault'],
    ],
    codes: { [pass]: 'written' },
  },
};
