import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { finish } from '../../kernel/steps.ts';
import { formatVirtualTime, later, parseDuration, worldStart } from '../../kernel/time.ts';
import { type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import { substitute } from '../../scenario/format/variables.ts';
import type { Run } from '../../scenario/play/run.ts';
import { parseCondition } from '../../scenario/step/condition.ts';
import { idMeant } from '../../world/reports/knownIds.ts';
import { namesIn } from '../../world/reports/shortNames.ts';
import { agrees, valueText } from './answer.ts';
import { type ChartPoint, chartPoints } from './chart.ts';
import { judgeChoice } from './claim.ts';
import type { ChoiceSpec, MeasureSpec, QuestionSpec, QuestionType } from './format.ts';
import { entitiesLike, explainUnsaved, type LogPart, read, unfitMeasure } from './measure.ts';
import type { PlayedQuestion } from './playedQuestion.ts';
import { type LogEntities, unknownNames } from './references.ts';
import { type LogMoment, LogWalk } from './walk.ts';

/** Goes to the first moment at which a condition holds; the words say why there is none. */
export const goToCondition = (words: string, walk: LogWalk, { variables }: Run): string | undefined => {
  const from = formatVirtualTime(walk.moment.at);
  const filled = substitute(words, variables);
  if (isLeft(filled)) return explainUnsaved(filled.left, variables);
  const condition = parseCondition(String(filled.right));
  if (isLeft(condition)) return condition.left;
  return walk.toCondition(condition.right) ? undefined : `'${words}' never holds from ${from} on, where the step before stands`;
};

/** Computes the answer to one question at the current position of the walk. */
export class QuestionPlayer {
  readonly problems: PathProblem[] = [];
  readonly #run: Run;
  readonly #entities: LogEntities;
  readonly #walk: LogWalk;
  readonly #spec: QuestionSpec;
  readonly #path: PathProblem['path'];
  readonly #asked: LogMoment;

  constructor(run: Run, entities: LogEntities, walk: LogWalk, spec: QuestionSpec, path: PathProblem['path']) {
    this.#run = run;
    this.#entities = entities;
    this.#walk = walk;
    this.#spec = spec;
    this.#path = path;
    this.#asked = walk.moment;
  }

  play(): PlayedQuestion | undefined {
    const part = this.#partUntil(this.#spec.until);
    if (part === undefined || this.#isOver(part.moment)) return undefined;
    const found = this.#spec.choice === undefined ? this.#measure(part) : this.#findChoice(this.#spec.choice, part);
    if (found === undefined) return undefined;
    const known = this.#momentKnown(found.seq, part);
    if (this.#isOver(known, found)) return undefined;
    this.#walk.to(known);
    const { type, computed } = found;
    const reached = { ...part, moment: known, view: this.#walk.view };
    return {
      ...this.#spec,
      type,
      computed,
      known,
      ...(type === 'entity' ? { candidates: entitiesLike(String(computed), reached.view) } : {}),
      ...(this.#spec.line === undefined ? {} : { points: this.#points(this.#spec.line, reached) }),
    };
  }

  /** Whether the answer is known when it is asked for: then there is nothing to guess. */
  #isOver(known: LogMoment, found?: ComputedAnswer): boolean {
    const { seq, at } = this.#asked;
    const isFixed = found?.isFixed === true && found.seq !== undefined && found.seq <= seq;
    if (!isFixed && (known.seq > seq || known.at > at)) return false;
    const asked = `asked at ${formatVirtualTime(at)}, after entry ${seq}`;
    this.#problem([], `the answer is known already when the question is ${asked}: ask earlier, or give a later \`until\``);
    return true;
  }

  /** The log up to the end of the question; without one, the whole log. */
  #partUntil(until: string | undefined): LogPart | undefined {
    const { world, variables } = this.#run;
    if (until === undefined) return { view: world, world, variables, moment: { seq: world.log.length, at: world.now } };
    const at = parseDuration(until);
    const words =
      at === undefined
        ? goToCondition(until, this.#walk, this.#run)
        : this.#walk.toTime(later(worldStart, at))
          ? undefined
          : `the scenario has no such time after ${formatVirtualTime(this.#asked.at)}: it ends at ${formatVirtualTime(world.now)}`;
    if (words === undefined) return { view: this.#walk.view, world, variables, moment: this.#walk.moment };
    this.#problem(['until'], words);
    return undefined;
  }

  #findChoice(choices: readonly ChoiceSpec[], part: LogPart): ComputedAnswer | undefined {
    let right: ComputedAnswer | undefined;
    let isSound = true;
    for (const [k, choice] of choices.entries()) {
      const isUnknown = this.#namesUnknown(choice.claim as Json, ['choice', k, 'claim']);
      const { against, seq } = judgeChoice(choice, part);
      if ('right' in choice) right = { type: 'choice', computed: choice.right, seq, isFixed: false };
      if (!isUnknown && 'right' in choice === (against.length === 0)) continue;
      isSound = false;
      if (isUnknown) continue;
      const words =
        'right' in choice
          ? `this choice is stated to be right, but the log contradicts it: ${against.join('; ')}`
          : 'this choice is stated to be wrong, but the log does not contradict it';
      this.#problem(['choice', k, 'claim'], words);
    }
    return isSound ? right : undefined;
  }

  #measure(part: LogPart): ComputedAnswer | undefined {
    const { type, measure, path } = selectMeasure(this.#spec);
    const isUnknown = this.#namesUnknown(measure as Json, path);
    if (this.#namesUnknown((this.#spec.line ?? {}) as Json, ['line']) || isUnknown) return undefined;
    const unfit = unfitMeasure(type, measure);
    const found = unfit === undefined ? read(measure, type, part) : left(unfit);
    const stated = this.#readStated(type);
    if (isLeft(found)) this.#problem(path, found.left);
    if (isLeft(stated)) this.#problem(['answer'], stated.left);
    if (isLeft(found) || isLeft(stated)) return undefined;
    const { value, seq } = found.right;
    if (agrees(stated.right, value))
      return { type: this.#spec.line === undefined ? type : 'line', computed: value, seq, isFixed: !('count' in measure) };
    this.#problem(
      ['answer'],
      `is stated to be ${JSON.stringify(this.#spec.answer)}, but the log says ${valueText(type, value, namesIn(this.#run.world.log.entries()))}`,
    );
    return undefined;
  }

  /** The names in a claim or a measure that the run does not have. Such a claim is misspelled: it is false, and shows nothing. */
  #namesUnknown(written: Json, path: PathProblem['path']): boolean {
    const filled = substitute(written, this.#run.variables);
    const found = isLeft(filled) ? [explainUnsaved(filled.left, this.#run.variables)] : unknownNames(filled.right, this.#entities);
    for (const words of found) this.#problem(path, words);
    return found.length > 0;
  }

  /** The stated answer as a value of the log. */
  #readStated(type: QuestionType): Either<string, Json> {
    const { log } = this.#run.world;
    const filled = substitute(this.#spec.answer as Json, this.#run.variables);
    if (isLeft(filled)) return left(explainUnsaved(filled.left, this.#run.variables));
    const stated = filled.right;
    if (type === 'entity') return right(finish(idMeant(log, String(stated))));
    if (type !== 'duration') return typeof stated === 'number' ? right(stated) : left('must be a number');
    const ms = typeof stated === 'string' ? parseDuration(stated) : undefined;
    return ms === undefined ? left('must be a duration such as 25s') : right(ms);
  }

  /** When the answer is known: at its entry or, without one, at the end of the question. */
  #momentKnown(seq: number | undefined, { moment }: LogPart): LogMoment {
    if (seq === undefined || this.#spec.until !== undefined) return moment;
    return { seq, at: this.#run.world.log.entry(seq)?.at ?? moment.at };
  }

  #points({ chart, of }: NonNullable<QuestionSpec['line']>, { world, moment }: LogPart): readonly ChartPoint[] {
    const points = chartPoints(new LogWalk(world, moment), chart, of);
    if (points.every(({ value }) => value === 0))
      this.#problem(['line'], `the chart of ${chart} is 0 all the time: nothing is to be seen on it`);
    return points;
  }

  #problem(path: PathProblem['path'], words: string): void {
    this.problems.push(problemAt([...this.#path, ...path], words));
  }
}

/** The answer that a question has in another run of its story, and when it is known there; undefined if it has none. */
export const answerAgain = (spec: QuestionSpec, run: Run): Pick<PlayedQuestion, 'computed' | 'known' | 'points'> | undefined => {
  const { world, variables } = run;
  const walk = new LogWalk(world);
  const until = parseDuration(spec.until ?? '');
  if (spec.until === undefined) walk.to({ seq: world.log.length, at: world.now });
  else if (until === undefined ? goToCondition(spec.until, walk, run) !== undefined : !walk.toTime(later(worldStart, until)))
    return undefined;
  const part: LogPart = { view: walk.view, moment: walk.moment, world, variables };
  if (spec.choice !== undefined) {
    const [choice, ...others] = spec.choice.filter((one) => judgeChoice(one, part).against.length === 0);
    if (choice === undefined || others.length > 0) return undefined;
    return { computed: 'right' in choice ? choice.right : choice.wrong, known: part.moment };
  }
  const { type, measure } = selectMeasure(spec);
  const found = read(measure, type, part);
  if (isLeft(found)) return undefined;
  const { value, seq } = found.right;
  const entry = seq === undefined || spec.until !== undefined ? undefined : world.log.entry(seq);
  const known = entry === undefined ? part.moment : { seq: entry.seq, at: entry.at };
  if (spec.line === undefined) return { computed: value, known };
  return { computed: value, known, points: chartPoints(new LogWalk(world, known), spec.line.chart, spec.line.of) };
};

interface ComputedAnswer {
  readonly type: QuestionType;
  readonly computed: Json;
  readonly seq: number | undefined;
  /** Whether later entries leave it as it is. A count may go up. */
  readonly isFixed: boolean;
}

/** The measure of a question that has one, and of which type its value is. */
const selectMeasure = ({
  number,
  duration,
  entity,
  line,
}: QuestionSpec): { readonly type: QuestionType; readonly measure: MeasureSpec; readonly path: readonly string[] } => {
  if (number !== undefined) return { type: 'number', measure: number, path: ['number'] };
  if (duration !== undefined) return { type: 'duration', measure: duration, path: ['duration'] };
  if (entity !== undefined) return { type: 'entity', measure: entity, path: ['entity'] };
  if (line !== undefined && 'height' in line) return { type: 'number', measure: line.height, path: ['line', 'height'] };
  return { type: 'duration', measure: (line as { readonly time: MeasureSpec }).time, path: ['line', 'time'] };
};
