import type { Json } from '../../kernel/canonical.ts';
import type { ChartPoint } from './chart.ts';
import type { QuestionSpec, QuestionType } from './format.ts';
import type { LogMoment } from './walk.ts';

export type PlayedQuestion = QuestionSpec & {
  readonly type: QuestionType;
  /** The computed answer: the text of the right choice, a number, milliseconds, or the id of an entity. */
  readonly computed: Json;
  /** When it is known: time runs to here once the learner has answered. */
  readonly known: LogMoment;
  /** For an entity: the ids to choose from. */
  readonly candidates?: readonly string[];
  /** For a line: the chart up to the answer. */
  readonly points?: readonly ChartPoint[];
};
