/** `podsim/lab`: lessons and studies; on demand, the explorer of clients and the twin of an endpoint. */

export {
  answerText,
  attempt,
  type ChartName,
  chartNames,
  checkLesson,
  isRight,
  type Judgment,
  judge,
  type Lesson,
  type LessonSpec,
  type LogMoment,
  lessonEnding,
  lessonJsonSchema,
  type PlayedLesson,
  type PlayedQuestion,
  type PlayedStep,
  parseLesson,
  parseSteps,
  playLesson,
  type QuestionSpec,
  readAnswer,
} from '../../engine/lab/lesson/index.ts';
export type { StudyFiles, StudyReport } from '../../engine/lab/study/index.ts';
export type { GivenConfiguration } from '../twin/own.ts';
export { explore } from './explore.ts';
export { playStudy } from './study.ts';
export { checkTwin, importTwin, type Twin, type TwinDrift, type TwinOptions } from './twin.ts';
