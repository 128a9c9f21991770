import { isLeft } from 'fp-ts/lib/Either.js';
import { attempt, judge, type Lesson, lessonEnding, lessonNumber, parseSteps, playLesson } from '../../../engine/lab/lesson/index.ts';
import { assertionText, problemText } from '../../../engine/scenario/index.ts';
import { engineVersion } from '../../../engine/simulator/index.ts';
import type { PageData } from '../../console/app/pageData.ts';
import { pageHtml } from '../../console/writer/page.ts';
import { readPageParts } from '../../console/writer/parts.ts';
import { checkOther, checkPageName, readText, writeText } from '../files.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { type OpenTerminal, openOwnTerminal } from '../terminal/input.ts';
import { pc, print } from '../terminal/terminal.ts';
import { courseFiles, lessonText, readLesson } from './lessonFiles.ts';
import { LessonTeller } from './lessonText.ts';

export interface LearnOptions {
  readonly answers?: boolean;
  readonly try?: string;
  readonly out?: string;
}

/**
 * `podsim learn`: lists the course; plays one lesson as text, asking on a terminal alone; judges steps that should solve its task; or
 * writes a page with the course or one lesson.
 */
export const learnCommand = (
  name: string | undefined,
  { answers, try: steps, out }: LearnOptions,
  openTerminal: () => OpenTerminal | undefined = openOwnTerminal,
): number | Promise<number> => {
  if (out !== undefined) {
    if (answers === true || steps !== undefined)
      throw new BadInput('--out writes a page: leave --answers and --try out, the page has both');
    return writeLessons(out, name === undefined ? courseFiles() : [lessonNamed(name).file]);
  }
  if (name === undefined) {
    if (steps !== undefined) throw new BadInput('--try judges steps for one lesson: name it, as in podsim learn 3 --try steps.yaml');
    listCourse(answers === true);
    return exitCodes.pass;
  }
  const lesson = lessonNamed(name);
  if (steps !== undefined) return tryTask(lesson, steps);
  const played = playLesson(lesson);
  const [problem] = played.problems;
  if (problem !== undefined) throw new BadInput(`${lesson.file}: ${problem.message}; podsim run --check ${lesson.file} lists everything`);
  const teller = new LessonTeller(played);
  const terminal = answers === true ? undefined : openTerminal();
  if (terminal !== undefined)
    return teller
      .teach(terminal.ask)
      .then(() => exitCodes.pass)
      .finally(terminal.close);
  teller.tell(answers === true);
  return exitCodes.pass;
};

const writeLessons = (out: string, files: readonly string[]): number => {
  checkOther(out, files);
  checkPageName(out);
  const data: PageData = { engine: engineVersion, scenarios: [], lessons: files.map(lessonText) };
  writeText(out, pageHtml(readPageParts(), data));
  print(`${out} has ${files.length === 1 ? 'one lesson' : `${files.length} lessons`}: open it in a browser\n`);
  return exitCodes.pass;
};

const listCourse = (withGoals: boolean): void => {
  const lessons = courseFiles().map((file) => readLesson(file));
  const lines = lessons.flatMap(({ file, spec }) => [
    `${lessonNumber(file).padStart(3)}  ${spec.title}`,
    ...(withGoals ? [pc.dim(`     ${spec.goal}`)] : []),
  ]);
  print(`${lines.join('\n')}\n\npodsim learn 1 plays the first one.\n`);
};

/** A lesson of the course by its number, or a lesson file. */
const lessonNamed = (name: string): Lesson => {
  if (name.endsWith(lessonEnding)) return readLesson(name);
  const files = courseFiles();
  const file = files.find((one) => lessonNumber(one) === String(Number(name)));
  if (file === undefined)
    throw new BadInput(`there is no lesson '${name}'; give a number from 1 to ${files.length}, or a *${lessonEnding} file`);
  return readLesson(file);
};

/** Judges the steps in a file by the goal of the lesson's task. */
const tryTask = (lesson: Lesson, file: string): number => {
  const steps = parseSteps(file, readText(file));
  if (isLeft(steps)) throw new BadInput(steps.left.map(problemText).join('\n'));
  const run = attempt(lesson, steps.right);
  if (isLeft(run)) throw new BadInput(run.left.map(({ message }) => `${file}: ${message}`).join('\n'));
  const { isMet, parts } = judge(lesson, run.right);
  const lines = [
    ...[...run.right.failures, ...run.right.unfired].map((words) => pc.yellow(`  ! ${words}`)),
    ...parts.map(({ assertion, unmet }) =>
      unmet.length === 0 ? pc.green(`  ✓ ${assertionText(assertion)}`) : pc.red(`  ✗ ${assertionText(assertion)}: ${unmet.join('; ')}`),
    ),
    isMet ? 'The goal is met.' : 'The goal is not met.',
  ];
  print(`${lines.join('\n')}\n`);
  return isMet ? exitCodes.pass : exitCodes.fail;
};
