import type { Json } from '../../../../engine/kernel/index.ts';
import type { PlayedQuestion } from '../../../../engine/lab/lesson/index.ts';
import type { Guess } from '../model/moment/guess.ts';

/** Where a learner's answer and what happened stand in time: of durations and times; none of other questions. */
export const guessesOf = ({ type, line, computed, known, until }: PlayedQuestion, answer: Json): readonly Guess[] => {
  if (typeof answer !== 'number' || typeof computed !== 'number') return [];
  const isTime = line !== undefined && 'time' in line;
  // What is known at a given time is no moment itself.
  if (!isTime && (type !== 'duration' || until !== undefined)) return [];
  const begin = isTime ? 0 : known.at - computed;
  return [
    { at: begin + answer, name: 'you said', kind: 'yours' },
    { at: begin + computed, name: 'it was', kind: 'happened' },
  ];
};
