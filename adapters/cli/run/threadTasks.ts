import type { MessagePort } from 'node:worker_threads';
import { InvalidArgument, InvariantViolation } from '../../../engine/kernel/index.ts';
import type { Explored } from '../../../engine/lab/explorer/index.ts';
import type { Measuring, PlayResult } from '../../../engine/lab/study/index.ts';
import type { Scenario } from '../../../engine/scenario/index.ts';
import type { ExploreTask } from '../../explorer/exploreRuns.ts';
import type { ShortFailure, ShrinkTask } from '../../explorer/shrinkRun.ts';
import { BadInput } from '../terminal/exit.ts';
import { type ParsedFile, parseFile } from './load.ts';
import { type PlayOneOptions, playOne } from './playOne.ts';
import type { Report, Wanted } from './report.ts';

interface ParseTask {
  readonly file: string;
  readonly seeds: readonly string[] | undefined;
}

interface PlayTask {
  readonly scenario: Scenario;
  readonly options: PlayOneOptions;
  readonly wanted: Wanted;
}

/** A play of a study. Plays of one configuration share its scenario, which crosses to a thread once. */
export interface StudyTask {
  readonly scenario: Scenario;
  readonly seed: string;
  readonly measuring?: Measuring | undefined;
}

/** What a task computed, or its error in plain words: an error that is passed between threads loses its class. */
export type TaskOutcome<Value> = { readonly value: Value } | { readonly error: { readonly name: string; readonly message: string } };

/** What threads compute of explorations and studies. */
export interface LabTasks {
  readonly explore: (task: ExploreTask) => readonly Explored[];
  readonly shrink: (task: ShrinkTask) => ShortFailure;
  readonly playOnce: (task: StudyTask) => PlayResult;
}

const runTasks = {
  parse: ({ file, seeds }: ParseTask): ParsedFile => parseFile(file, seeds),
  play: ({ scenario, options, wanted }: PlayTask): Report => playOne(scenario, options, wanted),
};

type ThreadTasks = typeof runTasks & LabTasks;

export type TaskName = keyof ThreadTasks;
export type TaskOf<Name extends TaskName> = Parameters<ThreadTasks[Name]>[0];
export type ValueOf<Name extends TaskName> = ReturnType<ThreadTasks[Name]>;

/** Loads what computes the tasks of that name. */
export const loadTask = async <Name extends TaskName>(name: Name): Promise<(task: TaskOf<Name>) => TaskOutcome<ValueOf<Name>>> => {
  const tasks = name in runTasks ? runTasks : (await import('../study/labTasks.ts')).labTasks;
  const compute = (tasks as ThreadTasks)[name] as (task: TaskOf<Name>) => ValueOf<Name>;
  return (task) => captureOutcome(() => compute(task));
};

/** A list of tasks that threads share. `numbers`: that of the next task, then those of the tasks that each thread has taken last. */
export interface TaskList<Name extends TaskName = TaskName> {
  readonly name: Name;
  readonly tasks: readonly TaskOf<Name>[];
  readonly numbers: Int32Array;
}

/** Takes the next task for a thread, and returns its number; undefined if none is left. */
export const takeTask = ({ tasks, numbers }: TaskList, thread: number): number | undefined => {
  const number = Atomics.add(numbers, 0, 1);
  if (number >= tasks.length) return undefined;
  Atomics.store(numbers, 1 + thread, number);
  return number;
};

/** What one thread is given of a list: its own number, and where it posts the number and the outcome of each task. */
interface TaskShare {
  readonly list: TaskList;
  readonly thread: number;
  readonly port: MessagePort;
}

/** A thread's share of a list: it computes tasks until none is left. */
export const shareTasks = async ({ list, thread, port }: TaskShare): Promise<void> => {
  const compute = await loadTask(list.name);
  for (let number = takeTask(list, thread); number !== undefined; number = takeTask(list, thread))
    port.postMessage([number, compute(list.tasks[number] as TaskOf<TaskName>)]);
};

const captureOutcome = <Value>(compute: () => Value): TaskOutcome<Value> => {
  try {
    return { value: compute() };
  } catch (error) {
    return { error: error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) } };
  }
};

/** The errors that the command line reports in different ways. */
const kinds = { BadInput, InvalidArgument, InvariantViolation };

/** The value, or the error thrown again as what it was. */
export const valueOrThrow = <Value>(outcome: TaskOutcome<Value>): Value => {
  if ('value' in outcome) return outcome.value;
  const { name, message } = outcome.error;
  const Kind: new (message: string) => Error = kinds[name as keyof typeof kinds] ?? Error;
  throw new Kind(message);
};
