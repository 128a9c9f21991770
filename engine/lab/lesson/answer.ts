import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { formatDuration, parseDuration } from '../../kernel/time.ts';
import type { ShortNames } from '../../world/reports/shortNames.ts';
import type { QuestionType } from './format.ts';
import type { PlayedQuestion } from './playedQuestion.ts';

/** Whether a stated value is the computed one, to as many digits as are stated. */
export const agrees = (stated: Json, computed: Json): boolean =>
  typeof stated === 'number' && typeof computed === 'number' ? Math.abs(stated - computed) <= halfDigit(stated) : stated === computed;

/** Half of one in the last digit after the point; whole numbers are exact. */
const halfDigit = (stated: number): number => {
  const digits = String(stated).split('.')[1]?.length ?? 0;
  return digits === 0 ? 0 : Number(`0.${'0'.repeat(digits)}5`) + 1e-12;
};

/** A value as answers show it; `names` are the short ones of the log. */
export const valueText = (type: QuestionType, value: Json, names: Pick<ShortNames, 'findName'>): string => {
  if (type === 'entity') return names.findName(String(value));
  return type === 'duration' && typeof value === 'number' ? formatDuration(value) : String(value);
};

/** How the answer to a question is written. A line is a value or a time. */
export const nameAnswerType = ({ type, line }: PlayedQuestion): QuestionType =>
  type === 'line' ? (line !== undefined && 'time' in line ? 'duration' : 'number') : type;

/** The computed answer in words. */
export const answerText = (question: PlayedQuestion, names: Pick<ShortNames, 'findName'>): string => {
  const { answer, computed, unit } = question;
  // A number is shown with as many digits as were stated.
  const value = typeof answer === 'number' ? answer : computed;
  return `${valueText(nameAnswerType(question), value, names)}${unit === undefined ? '' : ` ${unit}`}`;
};

/** Reads a learner's answer: the letter or number of a choice, a number, a duration, or the name of an entity. */
export const readAnswer = (question: PlayedQuestion, text: string, names: ReadonlyMap<string, string>): Either<string, Json> => {
  const words = text.trim();
  const { choice, candidates = [] } = question;
  if (choice !== undefined) {
    const letters = choice.map((_, k) => letterChoice(k));
    const chosen = choice[letters.indexOf(words.toLowerCase())];
    if (chosen === undefined) return left(`give one of ${letters.join(', ')}`);
    return right('right' in chosen ? chosen.right : chosen.wrong);
  }
  const type = nameAnswerType(question);
  if (type === 'duration') {
    const ms = parseDuration(words);
    return ms === undefined ? left('give a duration such as 500ms, 25s or 1h30m') : right(ms);
  }
  if (type === 'number') return /^-?\d+(?:\.\d+)?$/.test(words) ? right(Number(words)) : left('give a number');
  const id = names.get(words) ?? words;
  return candidates.includes(id) ? right(id) : left('give the name of one of those that are listed');
};

/** The letter of a choice: `a` for the first. */
export const letterChoice = (k: number): string => 'abcdef'.charAt(k);

/** Whether a learner's answer is right. */
export const isRight = ({ answer, computed, tolerance = 0 }: PlayedQuestion, given: Json): boolean => {
  if (typeof given !== 'number' || typeof computed !== 'number') return given === computed;
  const digits = typeof answer === 'number' ? halfDigit(answer) : 0;
  return Math.abs(given - computed) <= Math.max(tolerance, digits);
};
