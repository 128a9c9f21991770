// The entry point for lessons. A process that only plays scenarios does not load them.

export { answerText, isRight, letterChoice, nameAnswerType, readAnswer, valueText } from './answer.ts';
export { type ChartName, chartNames } from './chart.ts';
export { checkLesson } from './check.ts';
export type { LessonSpec, QuestionSpec } from './format.ts';
export { type Lesson, lessonEnding, lessonNumber, parseLesson } from './lesson.ts';
export { type PlayedLesson, type PlayedStep, playLesson } from './play.ts';
export type { PlayedQuestion } from './playedQuestion.ts';
export { answerAgain } from './question.ts';
export { lessonJsonSchema } from './schema.ts';
export { attempt, type Judgment, judge, parseSteps } from './task.ts';
export type { LogMoment } from './walk.ts';
