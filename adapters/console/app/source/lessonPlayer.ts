import type { DomainEvent } from '../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../engine/kernel/index.ts';
import { attempt, judge, type Lesson, parseLesson, parseSteps, playLesson } from '../../../../engine/lab/lesson/index.ts';
import { assertionText, problemText } from '../../../../engine/scenario/index.ts';
import { namesIn } from '../../../../engine/world/index.ts';
import { callsToCome } from '../model/port/callsToCome.ts';
import { entriesMax, type LessonRequest, type PlayerMessage } from '../model/port/messages.ts';
import type { TaskRun, TaughtLesson } from '../model/port/taught.ts';
import { type ServeRequest, serveRequest } from './player.ts';

/** The worker of a page with lessons. */
export const serveLessonRequest: ServeRequest = (request, tell) =>
  request.type === 'lesson' ? playLessonRequest(request, tell) : serveRequest(request, tell);

/** The worker's side of a lesson: plays it, or tries steps in its sandbox. */
export const playLessonRequest = ({ lesson: written, steps }: LessonRequest, tell: (message: PlayerMessage) => void): void => {
  const { file, text, files } = written;
  const parsed = parseLesson(file, text, (path) => (Object.hasOwn(files, path) ? files[path] : undefined));
  if (parsed._tag === 'Left') return tell({ type: 'failed', problems: parsed.left.map(problemText) });
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
    steps,
    calls: callsToCome(lesson.scenario, [...log.entries()]),
    names: new Map(namesIn(log.entries()).all()),
    header: run.world.header,
    entries: [...log.entries()].map(withoutEnding),
    task: { text: task.text, goals: task.goal.map(assertionText), solution: writeSolution(lesson) },
  };
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
