import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Json } from '../../../../../engine/kernel/index.ts';
import { answerText, isRight, type PlayedQuestion } from '../../../../../engine/lab/lesson/index.ts';
import { lessonHash } from '../../lessons/course.ts';
import { findBegin, placeGuesses } from '../../lessons/guess.ts';
import type { Sitting } from '../../lessons/sitting.ts';
import { planStory } from '../../model/charts/story.ts';
import type { TaughtStep } from '../../model/port/taught.ts';
import { RunLog } from '../../model/runLog.ts';
import { useConsole } from '../context.ts';
import { MarkSign, Text } from '../parts.tsx';
import { Prose } from '../prose.tsx';
import { DialControl } from './dial.tsx';
import * as css from './lesson.css';
import { LessonTask } from './lessonTask.tsx';
import { Picture } from './picture.tsx';
import { Question } from './question.tsx';
import { Reveal } from './reveal.tsx';

/** A lesson as an essay: what has been read and answered, and below it the next step with its picture. */
export const LessonPage = () => {
  const { course } = useConsole();
  const [sitting, chosen, problems] = [course?.sitting.value, course?.chosen.value, course?.problems.value ?? []];
  const ref = useRef<HTMLElement>(null);
  const step = sitting?.step.value;
  const isRevealed = step !== undefined && sitting?.answerTo(step) !== undefined;
  const isTried = sitting?.tried.value !== undefined;
  // The keyboard goes on where the lesson does, before that is seen: a key may be pressed in the first frame.
  useLayoutEffect(() => {
    const room = ref.current;
    room?.querySelector(isRevealed ? '[data-revealed]' : '[data-step]')?.scrollIntoView({ block: isRevealed ? 'nearest' : 'start' });
    room?.querySelector<HTMLElement>('[data-next], [data-first]')?.focus({ preventScroll: true });
  }, [sitting, step, isRevealed, isTried]);
  if (sitting === undefined || chosen === undefined)
    return (
      <main class={css.page}>
        <ul class={css.column}>
          {problems.length === 0 ? <li>The lesson is being played in this page …</li> : null}
          {problems.slice(0, 50).map((line) => (
            <li key={line}>
              <Text value={line} max={600} />
            </li>
          ))}
        </ul>
      </main>
    );
  const { goal, sources, steps } = sitting.lesson;
  return (
    <main class={css.page} ref={ref}>
      <div class={css.column}>
        <StepLinks sitting={sitting} number={chosen.number} />
        <div class={css.goal}>
          <p>
            <Text value={goal} max={1_000} />
          </p>
          {sources.map(({ thread, says }) => (
            <p key={thread} class="small">
              <Text value={thread} max={120} />: <Text value={says} max={600} />
            </p>
          ))}
        </div>
        {steps.slice(0, step).map((one, k) => (
          <Past key={k} sitting={sitting} step={one} k={k} />
        ))}
        {sitting.isTask ? (
          <LessonTask sitting={sitting} chosen={chosen} next={course?.after(chosen)} />
        ) : (
          <Step sitting={sitting} number={chosen.number} />
        )}
      </div>
    </main>
  );
};

const StepLinks = ({ sitting, number }: { readonly sitting: Sitting; readonly number: string }) => (
  <nav class={css.stepLinks} aria-label="Steps of the lesson">
    {sitting.lesson.steps.map(({ question }, k) => {
      const answer = question === undefined ? undefined : sitting.answerTo(k);
      const state = question === undefined || answer === undefined ? '' : isRight(question, answer) ? 'right' : 'wrong';
      return (
        <a key={k} href={lessonHash(number, k)} aria-current={sitting.step.value === k ? 'step' : undefined}>
          {k + 1}
          {state === '' ? null : (
            <span class={`mark c-${state === 'right' ? 'good' : 'bad'}`} aria-hidden="true">
              {state === 'right' ? '✓' : '✕'}
            </span>
          )}
          <span class="sr">{state === '' ? '' : ` answered, ${state}`}</span>
        </a>
      );
    })}
    <a href={lessonHash(number, sitting.lesson.steps.length)} aria-current={sitting.isTask ? 'step' : undefined}>
      task{sitting.isSolved.value ? <MarkSign mark={{ color: 'good', shape: '✓' }} /> : null}
      {sitting.isSolved.value ? <span class="sr"> solved</span> : null}
    </a>
  </nav>
);

/** A step that is behind the learner. One that was left out tells nothing. */
const Past = ({ sitting, step: { text, question }, k }: { readonly sitting: Sitting; readonly step: TaughtStep; readonly k: number }) => {
  const answer = sitting.answerTo(k);
  return (
    <section class={css.step}>
      <Prose text={text} />
      {question === undefined || answer === undefined ? null : (
        <>
          <p>
            <span class="dim">
              <Text value={question.ask} max={600} />
            </span>{' '}
            <b>
              <Text value={answerText(question, { findName: (id) => sitting.lesson.names.get(id) ?? id })} max={200} />
            </b>
          </p>
          <Prose text={question.because} />
        </>
      )}
    </section>
  );
};

const Step = ({ sitting, number }: { readonly sitting: Sitting; readonly number: string }) => {
  const [k, step] = [sitting.step.value, sitting.current];
  if (step === undefined) return null;
  const { question, text } = step;
  const answer = sitting.answerTo(k);
  return (
    <section class={css.step} data-step>
      <Prose text={text} />
      {question?.type === 'line' ? null : <StepPicture sitting={sitting} step={step} k={k} answer={answer} />}
      {question === undefined ? null : answer === undefined ? (
        <Question key={k} sitting={sitting} question={question} asked={step.moment} />
      ) : (
        <Reveal sitting={sitting} question={question} asked={step.moment} answer={answer} />
      )}
      {question === undefined || answer !== undefined ? (
        <a class={`key main ${css.next}`} href={lessonHash(number, k + 1)} data-next>
          {k + 1 === sitting.lesson.steps.length ? 'To the task' : 'Next'}
        </a>
      ) : null}
    </section>
  );
};

interface StepPictureProps {
  readonly sitting: Sitting;
  readonly step: TaughtStep;
  readonly k: number;
  readonly answer: Json | undefined;
}

/** The story up to the question; after it, up to what was asked about, or as it is where the dial stands. */
const StepPicture = ({ sitting, step: { question, moment, shown }, k, answer }: StepPictureProps) => {
  const { lesson, isRunning } = sitting;
  const turned = sitting.turnedWorld;
  const isKnown = answer !== undefined || isRunning.value;
  const end = isKnown ? shown : moment;
  const log = useMemo(() => {
    const made = new RunLog(turned?.header ?? lesson.header);
    made.append(turned?.entries ?? lesson.entries.slice(0, end.seq));
    return made;
  }, [lesson, turned, end.seq]);
  const now = turned?.until ?? end.at;
  const begin = Math.min(moment.at, (question && findBegin(question)) ?? moment.at);
  const planned = planStory(begin, shown.at, sitting.drawRoom(k));
  const range = now <= planned.to ? planned : { ...planned, to: planStory(planned.from, now, 1.1).to };
  const asked: PlayedQuestion | undefined = question === undefined || turned === undefined ? question : { ...question, ...turned.answer };
  return (
    <Picture
      log={log}
      range={range}
      now={now}
      spans={asked === undefined || answer === undefined ? [] : placeGuesses(asked, answer, turned && 'then it is')}
      coming={isKnown ? [] : lesson.calls.filter(({ at }) => at > moment.at)}
      running={isRunning.value ? { from: moment.at, arrive: () => sitting.arrive() } : undefined}
    >
      {answer === undefined || question === undefined ? null : <DialControl sitting={sitting} question={question} />}
    </Picture>
  );
};
