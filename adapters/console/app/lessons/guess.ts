import type { Json } from '../../../../engine/kernel/index.ts';
import type { PlayedQuestion } from '../../../../engine/lab/lesson/index.ts';
import type { Guess } from '../model/moment/guess.ts';

/** Places a learner's answer and the true one in time. Only questions about durations and times have such places. */
export const placeGuesses = ({ type, line, computed, known, until }: PlayedQuestion, answer: Json): readonly Guess[] => {
  if (typeof answer !== 'number' || typeof computed !== 'number') return [];
  const isTime = line !== undefined && 'time' in line;
  // A value at a given time is not a time itself.
  if (!isTime && (type !== 'duration' || until !== undefined)) return [];
  const begin = isTime ? 0 : known.at - computed;
  return [
    { at: begin + answer, name: 'you said', kind: 'yours' },
    { at: begin + computed, name: 'it was', kind: 'happened' },
  ];
};
