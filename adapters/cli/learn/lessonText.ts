import { isLeft } from 'fp-ts/lib/Either.js';
import { findRule } from '../../../engine/cloud/index.ts';
import { formatVirtualTime, type Json } from '../../../engine/kernel/index.ts';
import {
  answerText,
  isRight,
  lessonNumber,
  letterChoice,
  nameAnswerType,
  type PlayedLesson,
  type PlayedQuestion,
  type PlayedStep,
  readAnswer,
} from '../../../engine/lab/lesson/index.ts';
import { assertionText, timelineLines } from '../../../engine/scenario/index.ts';
import { namesIn } from '../../../engine/world/index.ts';
import { pc, plain, print } from '../terminal/terminal.ts';

/** Asks the learner for a line; undefined when there is none to come. */
export type Ask = (prompt: string) => Promise<string | undefined>;

/** More lines of a timeline would hide the question before them. */
const linesMax = 12;

/** A lesson as text. */
export class LessonTeller {
  readonly #played: PlayedLesson;
  readonly #names: ReturnType<typeof namesIn>;
  /** The id of each short name. */
  readonly #ids: ReadonlyMap<string, string>;

  constructor(played: PlayedLesson) {
    this.#played = played;
    this.#names = namesIn(played.run.world.log.entries());
    this.#ids = new Map([...this.#names.all()].map(([id, name]) => [name, id]));
  }

  /** Prints all of it, with or without the answers. */
  tell(withAnswers: boolean): void {
    this.#begin();
    for (const step of this.#played.steps) {
      this.#step(step);
      if (step.question !== undefined && withAnswers) this.#reveal(step.question);
    }
    this.#task(withAnswers);
  }

  /** Asks each question before anything moves, and then shows what happened. */
  async teach(ask: Ask): Promise<void> {
    this.#begin();
    let right = 0;
    let asked = 0;
    for (const step of this.#played.steps) {
      this.#step(step);
      if (step.question === undefined) continue;
      const given = await this.#answer(step.question, ask);
      if (given === undefined) return;
      asked += 1;
      const isGood = isRight(step.question, given);
      if (isGood) right += 1;
      this.#showEntries(step, step.question);
      print(isGood ? pc.green('Right.\n') : pc.red(`No.${this.#but(step.question, given)}\n`));
      this.#reveal(step.question);
    }
    print(`\n${right} of ${asked} right.\n`);
    this.#task(false);
  }

  #begin(): void {
    const { title, goal, sources = [] } = this.#played.lesson.spec;
    const lines = [
      pc.bold(`${lessonNumber(this.#played.lesson.file)}. ${title}`),
      goal,
      ...sources.map(({ thread, says }) => pc.dim(`${thread}: ${says}`)),
    ];
    print(`${lines.join('\n')}\n`);
  }

  #step({ text, moment, question }: PlayedStep): void {
    print(`\n${pc.cyan(formatVirtualTime(moment.at))}\n${unwrap(text)}\n`);
    if (question === undefined) return;
    const { ask, choice = [], candidates } = question;
    const lines = [
      pc.bold(ask),
      ...choice.map((one, k) => `  ${letterChoice(k)}) ${'right' in one ? one.right : one.wrong}`),
      ...(candidates === undefined ? [] : [`  one of ${candidates.map((id) => this.#names.findName(id)).join(', ')}`]),
    ];
    print(`${lines.join('\n')}\n`);
  }

  /** What the learner answers: asked again until it can be read. */
  async #answer(question: PlayedQuestion, ask: Ask): Promise<Json | undefined> {
    for (;;) {
      const line = await ask(`${prompts[nameAnswerType(question)]}> `);
      if (line === undefined) return undefined;
      const given = readAnswer(question, line, this.#ids);
      if (!isLeft(given)) return given.right;
      print(`${given.left}\n`);
    }
  }

  /** The entries from the question to its answer. */
  #showEntries({ moment }: PlayedStep, { known }: PlayedQuestion): void {
    const { log } = this.#played.run.world;
    const [heading = '', ...lines] = timelineLines(log.entries(), { shown: ({ seq }) => seq > moment.seq && seq <= known.seq });
    const events = lines.slice(0, lines.includes('') ? lines.indexOf('') : undefined).map(withoutEnding);
    if (events.length === 0) return;
    const left = events.length - linesMax;
    const shown = left > 0 ? [`… ${left} lines more`, ...events.slice(-linesMax)] : events;
    print(`${pc.dim([heading, ...shown].join('\n'))}\n`);
  }

  #but({ choice = [] }: PlayedQuestion, given: Json): string {
    const chosen = choice.find((one) => 'wrong' in one && one.wrong === given);
    return chosen !== undefined && 'but' in chosen && chosen.but !== undefined ? ` ${chosen.but}` : '';
  }

  #reveal(question: PlayedQuestion): void {
    const { known, because, rules, under } = question;
    const where = under === undefined ? `at ${formatVirtualTime(known.at)}, entry ${known.seq}` : `under ${under}`;
    const lines = [
      `${pc.green(answerText(question, this.#names))} ${pc.dim(where)}`,
      unwrap(because),
      ...rules.map((id) => pc.dim(`${id}: ${findRule(id)?.text ?? ''}`)),
    ];
    print(`${lines.join('\n')}\n`);
  }

  #task(withSolution: boolean): void {
    const { file, spec } = this.#played.lesson;
    const { text, goal } = spec.task;
    const number = lessonNumber(file);
    const lines = [
      '',
      pc.bold('Your turn'),
      unwrap(text),
      ...goal.map((assertion) => `  ${assertionText(assertion)}`),
      ...(withSolution ? ['A solution:'] : []),
    ];
    print(`${lines.join('\n')}\n`);
    // Not folded: it is there to be copied into a file.
    if (withSolution) process.stdout.write(plain(solutionText(this.#played)));
    const judge = `podsim learn ${number === file ? file : number} --try steps.yaml`;
    print(`${pc.dim(`${judge} judges the steps in a file, written like those of a scenario.`)}\n`);
  }
}

/** A line without what the start of a job says of its end: a later question may ask for it. */
const withoutEnding = (line: string): string => line.replace(/ attempt=\{.*$/, '');

const prompts: Readonly<Record<string, string>> = {
  choice: 'letter',
  number: 'number',
  duration: 'duration, such as 25s',
  entity: 'name',
};

/** A text of several lines in the file as one paragraph. */
const unwrap = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');

/** The solution as the content of a file for `--try`, one step a line. */
const solutionText = ({ lesson }: PlayedLesson): string => {
  const { task } = lesson.source.data as { readonly task: { readonly solution: readonly Json[] } };
  return task.solution.map((step) => `- ${JSON.stringify(step)}\n`).join('');
};
