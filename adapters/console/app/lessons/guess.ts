import type { Json } from '../../../../engine/kernel/index.ts';
import type { PlayedQuestion } from '../../../../engine/lab/lesson/index.ts';

/** The time from which a question about a duration counts; undefined if a value of it has no place in time. */
export const findBegin = ({
  type,
  computed,
  known,
  until,
}: Pick<PlayedQuestion, 'type' | 'computed' | 'known' | 'until'>): number | undefined =>
  // A value at a given time is no length that ends there.
  type === 'duration' && until === undefined && typeof computed === 'number' ? known.at - computed : undefined;

/** What a learner said, or what happened, as a length of time in the picture. */
export interface GuessSpan {
  readonly name: string;
  readonly kind: 'yours' | 'happened';
  readonly from: number;
  readonly to: number;
}

/** A learner's answer and the true one, as lengths from the same time on; `name`: how the true one is called. */
export const placeGuesses = (question: PlayedQuestion, answer: Json, name = 'it was'): readonly GuessSpan[] => {
  const from = findBegin(question);
  if (from === undefined || typeof answer !== 'number') return [];
  return [
    { name: 'you said', kind: 'yours', from, to: from + answer },
    { name, kind: 'happened', from, to: question.known.at },
  ];
};
