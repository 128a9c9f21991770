import type { DomainEvent } from '../../../../engine/cloud/index.ts';
import type { Json, LogEntry } from '../../../../engine/kernel/index.ts';
import {
  attempt,
  judge,
  type Lesson,
  type LogMoment,
  type PlayedQuestion,
  type PlayedStep,
  parseLesson,
  parseSteps,
  playLesson,
} from '../../../../engine/lab/lesson/index.ts';
import { assertionText, problemText, type Run } from '../../../../engine/scenario/index.ts';
import { namesIn } from '../../../../engine/world/index.ts';
import { callsToCome } from '../model/port/callsToCome.ts';
import { entriesMax, type LessonRequest, type PlayerMessage } from '../model/port/messages.ts';
import type { Dial, TaskRun, TaughtLesson, TaughtStep } from '../model/port/taught.ts';
import { findDial } from './lessonDial.ts';
import { type ServeRequest, serveRequest } from './player.ts';

/** The worker of a page with lessons. */
export const serveLessonRequest: ServeRequest = (request, tell) =>
  request.type === 'lesson' ? playLessonRequest(request, tell) : serveRequest(request, tell);

/** The worker's side of a lesson: plays it, tries steps in its sandbox, or turns one of its inputs. */
export const playLessonRequest = ({ lesson: written, steps, dial }: LessonRequest, tell: (message: PlayerMessage) => void): void => {
  const { file, text, files } = written;
  const parsed = parseLesson(file, text, (path) => (Object.hasOwn(files, path) ? files[path] : undefined));
  if (parsed._tag === 'Left') return tell({ type: 'failed', problems: parsed.left.map(problemText) });
  if (dial !== undefined) return tell({ type: 'turned', dial: turn(parsed.right, dial) });
  const told = steps === undefined ? teach(parsed.right) : tryTask(parsed.right, steps);
  if ('problems' in told) tell({ type: 'failed', problems: told.problems });
  else tell('steps' in told ? { type: 'taught', lesson: told } : { type: 'tried', run: told });
};

type Problems = { readonly problems: readonly string[] };

const teach = (lesson: Lesson): TaughtLesson | Problems => {
  const { run, steps, problems } = playLesson(lesson);
  if (problems.length > 0) return { problems: problems.map(({ message }) => `${lesson.file}: ${message}`) };
  const { title, goal, sources = [], task } = lesson.spec;
  const { log } = run.world;
  return {
    title,
    goal,
    sources,
    steps: teachSteps(steps, run),
    calls: callsToCome(lesson.scenario, [...log.entries()]),
    names: new Map(namesIn(log.entries()).all()),
    header: run.world.header,
    entries: [...log.entries()].map(withoutEnding),
    task: { text: task.text, goals: task.goal.map(assertionText), solution: writeSolution(lesson) },
  };
};

const teachSteps = (steps: readonly PlayedStep[], run: Run): readonly TaughtStep[] =>
  steps.map((step, k) => ({
    ...step,
    shown: findShown(
      step,
      steps.slice(k + 1).find(({ question }) => question !== undefined),
      run,
    ),
  }));

/**
 * How far the story goes on after an answer: until the jobs that the question names have ended, but not beyond the moment of the next question.
 */
const findShown = ({ question, moment }: PlayedStep, next: PlayedStep | undefined, run: Run): LogMoment => {
  if (question === undefined) return moment;
  const { known } = question;
  if (question.under !== undefined) return known;
  const end = findEnd(question, known, run);
  return next === undefined || next.moment.seq >= end.seq ? end : next.moment.seq > known.seq ? next.moment : known;
};

/** When the last of the jobs that a question names has ended; that it is known, where they had ended by then. */
const findEnd = (question: PlayedQuestion, known: LogMoment, { world, variables }: Run): LogMoment => {
  const words = JSON.stringify(question);
  const named = new Set([...variables].flatMap(([name, id]) => (new RegExp(`\\$${name}\\b`).test(words) ? [id] : [])));
  const open = new Map<Json, LogMoment | undefined>();
  for (const { seq, at, event } of world.log.entries()) {
    if (!('jobId' in event) || typeof event.jobId !== 'string' || !named.has(event.jobId)) continue;
    if (begins.includes(event.type)) open.set(event.jobId, undefined);
    else if (ends.includes(event.type) && open.has(event.jobId) && open.get(event.jobId) === undefined) open.set(event.jobId, { seq, at });
  }
  return [...open.values()].reduce<LogMoment>((last, end) => (end !== undefined && end.seq > last.seq ? end : last), known);
};

const begins: readonly string[] = ['JobQueued', 'JobStarted', 'JobRequeued', 'JobRetried'];
const ends: readonly string[] = ['JobCompleted', 'JobFailed', 'JobTimedOut', 'JobCancelled', 'JobExpired', 'JobPurged'];

/** The dial of a step. Each story goes as far as that of the lesson: to the answer, or on to the end of the jobs. */
const turn = (lesson: Lesson, k: number): Dial | undefined => {
  const { run, steps } = playLesson(lesson);
  const { question } = steps[k] ?? {};
  const found = question === undefined ? undefined : findDial(lesson, question);
  if (question === undefined || found === undefined) return undefined;
  const { shown } = teachSteps(steps, run)[k] as TaughtStep;
  const worlds = found.turned.map(({ text, run: turned, answer }) => {
    const until = shown.seq > question.known.seq ? findEnd(question, answer.known, turned) : answer.known;
    const { world } = turned;
    return {
      text,
      until: until.at,
      answer,
      header: world.header,
      entries: [...world.log.entries()].slice(0, until.seq).map(withoutEnding),
    };
  });
  return { name: found.name, own: found.own, worlds };
};

/** The start of a job reveals what its handler will do, which a lesson asks about. */
const withoutEnding = (entry: LogEntry<DomainEvent>): LogEntry<DomainEvent> =>
  'attempt' in entry.event && typeof entry.event.attempt === 'object'
    ? { ...entry, event: { ...entry.event, attempt: null } as unknown as DomainEvent }
    : entry;

/** The solution as the file has it, one step a line. */
const writeSolution = ({ source }: Lesson): string => {
  const { task } = source.data as { readonly task: { readonly solution: readonly unknown[] } };
  return task.solution.map((step) => `- ${JSON.stringify(step)}\n`).join('');
};

const tryTask = (lesson: Lesson, text: string): TaskRun | Problems => {
  // No steps are a valid beginning, too: they show what the learner has to mend.
  const steps = /^\s*(?:#.*\s*)*$/.test(text) ? { _tag: 'Right' as const, right: [] } : parseSteps('steps', text);
  if (steps._tag === 'Left') return { problems: steps.left.map(problemText) };
  const run = attempt(lesson, steps.right, { entriesMax });
  if (run._tag === 'Left')
    return { problems: run.left.map(({ path: [k], message }) => (typeof k === 'number' ? `step ${k + 1}: ${message}` : message)) };
  const { world, verdict, failures, unfired } = run.right;
  const { isMet, parts } = judge(lesson, run.right);
  return {
    header: world.header,
    entries: [...world.log.entries()],
    // The goals with the expected and the measured values.
    outcome: {
      verdict,
      failures: [...failures, ...unfired],
      failedAssertions: [],
      failureSeqs: [],
      heldAssertions: [],
      fingerprint: world.fingerprint(),
    },
    isMet: isMet && verdict !== 'incomplete',
    parts: parts.map(({ assertion, ...rest }) => ({ goal: assertionText(assertion), ...rest })),
  };
};
