import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { invariant } from '../../kernel/invariant.ts';
import { placeOfDraw } from '../../kernel/math/weighted.ts';
import type { HandlerAnswer } from './spec.ts';

/** The question: the attempt, its job, and the job's input. */
export interface AnswerableQuestion {
  readonly id: string;
  readonly input: Json;
  readonly attempt: number;
}

/**
 * Finds the answer to exactly this attempt at this job; otherwise one to the same attempt with an equal input; otherwise one to the same
 * attempt, or any if there is none. Among several, `u` from [0, 1) chooses by how often each was given.
 */
export const answerTo = (answers: readonly HandlerAnswer[], question: AnswerableQuestion, u: () => number): HandlerAnswer => {
  const { ofJob, ofInput, ofAttempt, all } = indexAnswers(answers);
  return pickFrom(ofJob.get(jobKey(question)) ?? ofInput.get(inputKey(question)) ?? ofAttempt.get(question.attempt) ?? all, u);
};

/** Answers with the sums of their weights, up to each. */
interface WeightedAnswers {
  readonly answers: HandlerAnswer[];
  readonly sums: number[];
}

interface AnswerIndex {
  readonly ofJob: ReadonlyMap<string, WeightedAnswers>;
  readonly ofInput: ReadonlyMap<string, WeightedAnswers>;
  readonly ofAttempt: ReadonlyMap<number, WeightedAnswers>;
  readonly all: WeightedAnswers;
}

/** Made once for a list: ten million jobs may ask the same one. */
const indexes = new WeakMap<readonly HandlerAnswer[], AnswerIndex>();

const indexAnswers = (answers: readonly HandlerAnswer[]): AnswerIndex => {
  const known = indexes.get(answers);
  if (known !== undefined) return known;
  const ofJob = new Map<string, WeightedAnswers>();
  const ofInput = new Map<string, WeightedAnswers>();
  const ofAttempt = new Map<number, WeightedAnswers>();
  const all: WeightedAnswers = { answers: [], sums: [] };
  for (const answer of answers) {
    const { job, input, attempt } = answer;
    if (job !== undefined) addTo(findEntry(ofJob, jobKey({ id: job, attempt })), answer);
    if (input !== undefined) addTo(findEntry(ofInput, inputKey({ input, attempt })), answer);
    addTo(findEntry(ofAttempt, attempt), answer);
    addTo(all, answer);
  }
  const index = { ofJob, ofInput, ofAttempt, all };
  indexes.set(answers, index);
  return index;
};

const jobKey = ({ id, attempt }: Pick<AnswerableQuestion, 'id' | 'attempt'>): string => `${attempt} ${id}`;
const inputKey = ({ input, attempt }: Pick<AnswerableQuestion, 'input' | 'attempt'>): string => `${attempt} ${canonicalText(input)}`;

const findEntry = <Key>(map: Map<Key, WeightedAnswers>, key: Key): WeightedAnswers => {
  const entry = map.get(key) ?? { answers: [], sums: [] };
  map.set(key, entry);
  return entry;
};

const addTo = ({ answers, sums }: WeightedAnswers, answer: HandlerAnswer): void => {
  answers.push(answer);
  sums.push((sums.at(-1) ?? 0) + answer.times);
};

/** One alone needs no draw. */
const pickFrom = ({ answers, sums }: WeightedAnswers, u: () => number): HandlerAnswer => {
  const answer = answers[answers.length > 1 ? placeOfDraw(sums, u() * (sums.at(-1) ?? 0)) : 0];
  invariant(answer !== undefined, 'a handler with answers has at least one');
  return answer;
};
