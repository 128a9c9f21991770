import type { TimingName } from '../../cloud/timing/timings.ts';
import { formatVirtualTime, later, worldStart } from '../../kernel/time.ts';
import { type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import { play } from '../../scenario/play/play.ts';
import type { Run } from '../../scenario/play/run.ts';
import { withTiming } from '../../simulator/definition.ts';
import type { LessonStepSpec, QuestionSpec } from './format.ts';
import type { Lesson } from './lesson.ts';
import type { PlayedQuestion } from './playedQuestion.ts';
import { goToCondition, QuestionPlayer } from './question.ts';
import { entitiesIn, type LogEntities } from './references.ts';
import { type LogMoment, LogWalk } from './walk.ts';

/** A lesson whose scenario has been played: everything a learner is shown, and its problems. */
export interface PlayedLesson {
  readonly lesson: Lesson;
  readonly run: Run;
  readonly steps: readonly PlayedStep[];
  readonly problems: readonly PathProblem[];
}

export interface PlayedStep {
  readonly text: string;
  /** The view of the learner while reading. */
  readonly moment: LogMoment;
  readonly question?: PlayedQuestion;
}

/** Plays the scenario of a lesson, and computes the answer to each question. */
export const playLesson = (lesson: Lesson): PlayedLesson => {
  const run = play(lesson.scenario);
  const problems: PathProblem[] = [...run.failures, ...run.unfired].map((words) =>
    problemAt(['scenario'], `a lesson needs a scenario that passes: ${words}`),
  );
  const entities = entitiesIn(run.world);
  const walk = new LogWalk(run.world);
  walk.toFirstInput();
  const steps: PlayedStep[] = [];
  for (const [k, step] of lesson.spec.steps.entries()) {
    const path = ['steps', k];
    const words = goTo(step, walk, run);
    if (words !== undefined) {
      problems.push(problemAt([...path, step.at === undefined ? 'when' : 'at'], words));
      break;
    }
    const { moment } = walk;
    const asked = step.question && playQuestion(lesson, step.question, { run, entities, walk }, [...path, 'question']);
    const question = asked?.question;
    problems.push(...(asked?.problems ?? []));
    steps.push({ text: step.text, moment, ...(question === undefined ? {} : { question }) });
  }
  return { lesson, run, steps, problems };
};

/** A run, and how far one has gone through it. */
interface WalkedRun {
  readonly run: Run;
  readonly entities: LogEntities;
  readonly walk: LogWalk;
}

interface Asked {
  readonly question: PlayedQuestion | undefined;
  readonly problems: readonly PathProblem[];
}

/** The answer to a question. One about other times is read off a run of its own, and moves nothing here. */
const playQuestion = (lesson: Lesson, spec: QuestionSpec, walked: WalkedRun, path: PathProblem['path']): Asked => {
  const { run, entities, walk } = spec.under === undefined ? walked : walkUnder(lesson, spec.under);
  const player = new QuestionPlayer(run, entities, walk, spec, path);
  const question = player.play();
  const { problems } = player;
  return spec.under === undefined || question === undefined
    ? { question, problems }
    : { question: { ...question, known: walked.walk.moment }, problems };
};

/** The scenario of the lesson under another timing, without its expectations, which hold under its own timing. */
const walkUnder = ({ scenario: { spec, definition, ...rest } }: Lesson, timing: TimingName): WalkedRun => {
  const { assert: _assert, fingerprint: _fingerprint, ...kept } = spec;
  const run = play({ ...rest, spec: kept, definition: withTiming(definition, timing) });
  const walk = new LogWalk(run.world);
  walk.toFirstInput();
  return { run, entities: entitiesIn(run.world), walk };
};

/** Goes to the moment of a step; the words say why there is none. */
const goTo = ({ at, when }: LessonStepSpec, walk: LogWalk, run: Run): string | undefined => {
  const { moment } = walk;
  if (at !== undefined) {
    if (walk.toTime(later(worldStart, at))) return undefined;
    return at < moment.at
      ? `goes back: the step before stands at ${formatVirtualTime(moment.at)}`
      : `the scenario ends at ${formatVirtualTime(run.world.now)}, before that`;
  }
  return when === undefined ? undefined : goToCondition(when, walk, run);
};
