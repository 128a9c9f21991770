import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Json } from '../../../../../engine/kernel/index.ts';
import { isRight } from '../../../../../engine/lab/lesson/index.ts';
import { lessonHash } from '../../lessons/course.ts';
import type { Sitting } from '../../lessons/sitting.ts';
import { useConsole } from '../context.ts';
import { MarkSign, Text, Time } from '../parts.tsx';
import { Prose } from '../prose.tsx';
import * as css from './lesson.css';
import { LessonTask } from './lessonTask.tsx';
import { Question } from './question.tsx';
import * as revealCss from './reveal.css';
import { Reveal } from './reveal.tsx';

/** The lesson, one step at a time. */
export const LessonView = () => {
  const { course } = useConsole();
  const [sitting, chosen] = [course?.sitting.value, course?.chosen.value];
  const ref = useRef<HTMLDivElement>(null);
  const step = sitting?.step.value;
  const isRevealed = step !== undefined && sitting?.answerTo(step) !== undefined;
  // The keyboard goes on where the lesson does, before that is seen: a key may be pressed in the first frame.
  useLayoutEffect(() => {
    const room = ref.current;
    if (room === null) return;
    room.scrollTo(0, 0);
    const [own, all] = [room.querySelector(`.${revealCss.reveal}`)?.getBoundingClientRect(), room.getBoundingClientRect()];
    if (own !== undefined) room.scrollTo(0, Math.max(0, Math.min(own.bottom - all.bottom, own.top - all.top)));
    room.querySelector<HTMLElement>('[data-next], [data-first]')?.focus({ preventScroll: true });
  }, [sitting, step, isRevealed]);
  if (sitting === undefined || chosen === undefined) return null;
  return (
    <div class={css.lesson} ref={ref}>
      <StepLinks sitting={sitting} number={chosen.number} />
      {sitting.isTask ? <LessonTask sitting={sitting} next={course?.after(chosen)} /> : <Step sitting={sitting} />}
    </div>
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

const Step = ({ sitting }: { readonly sitting: Sitting }) => {
  const { course } = useConsole();
  const [k, step, { goal, sources }] = [sitting.step.value, sitting.current, sitting.lesson];
  if (step === undefined) return null;
  const { question, moment, text } = step;
  const answer = sitting.answerTo(k);
  const next = lessonHash(course?.chosen.value?.number ?? '', k + 1);
  return (
    <>
      {k > 0 ? null : (
        <div class={css.goal}>
          <p>
            <Text value={goal} max={1_000} />
          </p>
          {sources.map(({ thread, says }) => (
            <p key={thread} class="dim small">
              <Text value={thread} max={120} />: <Text value={says} max={600} />
            </p>
          ))}
        </div>
      )}
      <p class={css.time}>
        It is <Time at={moment.at} />.
      </p>
      <Prose text={text} />
      {question === undefined ? null : answer === undefined ? (
        <Question key={k} sitting={sitting} question={question} asked={moment} />
      ) : (
        <Answered sitting={sitting} k={k} answer={answer} />
      )}
      {question === undefined || answer !== undefined ? (
        <a class={`key main ${css.next}`} href={next} data-next>
          {k + 1 === sitting.lesson.steps.length ? 'To the task' : 'Next'}
        </a>
      ) : null}
    </>
  );
};

const Answered = ({ sitting, k, answer }: { readonly sitting: Sitting; readonly k: number; readonly answer: Json }) => {
  const { question, moment } = sitting.lesson.steps[k] ?? {};
  if (question === undefined || moment === undefined) return null;
  return (
    <Reveal question={question} asked={moment} answer={answer} names={sitting.lesson.names}>
      <button type="button" class="link" onClick={() => sitting.again()}>
        Answer again
      </button>
    </Reveal>
  );
};
