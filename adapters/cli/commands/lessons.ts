import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';

const { fail, pass } = exitCodes;

/** The command that teaches. */
export const addLessonCommands = (program: Program, end: End): void => {
  program
    .command('learn')
    .description('list the lessons; play one as text; judge steps that should solve its task; or write a page with lessons')
    .argument('[lesson]', 'the number of a lesson, or a lesson file')
    .option('--answers', 'show everything with the answers, and ask nothing')
    .option('--try <file>', 'judge the steps in this file by the goal of the lesson’s task')
    .option('-o, --out <file>', 'the HTML file to write: the whole course, or the lesson')
    .action((lesson: string | undefined, options) => {
      end(import('../onDemand.ts').then(({ learnCommand }) => learnCommand(lesson, options)));
    });
};

// biome-ignore format: a table
export const lessonHelp = {
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
} satisfies HelpTable;
