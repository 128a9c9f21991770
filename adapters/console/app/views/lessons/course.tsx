import { lessonHash } from '../../lessons/course.ts';
import type { LessonText } from '../../pageData.ts';
import { useConsole } from '../context.ts';
import { MarkSign, Text } from '../parts.tsx';
import * as css from './course.css';

/** Where the learner is. */
export const CourseHeader = ({ help }: { readonly help: () => void }) => {
  const { course } = useConsole();
  const chosen = course?.chosen.value;
  const isOnly = course?.lessons.length === 1;
  const isOpened = course?.opened.value !== undefined;
  return (
    <header class={`header ${css.header}`}>
      <h1>
        <span class="brand">podsim</span>
        {isOnly ? null : chosen === undefined ? <span>Lessons</span> : <a href="#lessons">Lessons</a>}
        {chosen === undefined ? null : <Text value={isOnly ? chosen.title : `${chosen.number}. ${chosen.title}`} max={120} />}
      </h1>
      {course?.isServed === true ? (
        <a class="key" href="../console" title="The worlds of the server that this page came from">
          Console
        </a>
      ) : null}
      {chosen === undefined || !isOpened ? null : (
        <>
          <a class="key" href={lessonHash(chosen.number, course?.sitting.value?.lesson.steps.length)}>
            Back to the lesson
          </a>
          <button type="button" class="key" onClick={help} aria-label="Help: keys and signs" title="Keys and signs (?)">
            ?
          </button>
        </>
      )}
    </header>
  );
};

/** The course in its order, with what has been done of it. */
export const CourseList = () => {
  const { course } = useConsole();
  const lessons = course?.lessons ?? [];
  const done = lessons.filter(({ number }) => course?.readProgress(number)?.isSolved).length;
  return (
    <main class={css.course}>
      <p class="dim">
        You answer first; then time runs, and you see. Each lesson ends with a task.
        {done === 0 ? '' : ` ${done} of ${lessons.length} tasks are solved.`}
      </p>
      <ol>
        {lessons.map((lesson) => (
          <CourseRow key={lesson.number} lesson={lesson} />
        ))}
      </ol>
    </main>
  );
};

const CourseRow = ({ lesson: { number, title, goal } }: { readonly lesson: LessonText }) => (
  <li>
    <span class={css.number}>{number.slice(0, 4)}</span>
    <div>
      <a href={lessonHash(number)}>
        <Text value={title} max={200} />
      </a>
      <p class="dim">
        <Text value={goal} max={400} />
      </p>
    </div>
    <Done number={number} />
  </li>
);

const Done = ({ number }: { readonly number: string }) => {
  const progress = useConsole().course?.readProgress(number);
  if (progress === undefined) return <span />;
  const { given, right, questions, isSolved } = progress;
  const answered = Object.keys(given).length;
  return (
    <span class={css.done}>
      {answered === 0 ? null : (
        <span>
          {answered < questions ? `${answered} of ${questions} answered, ` : ''}
          {right} right
        </span>
      )}
      {isSolved ? (
        <span>
          <MarkSign mark={{ color: 'good', shape: '✓' }} /> task solved
        </span>
      ) : null}
    </span>
  );
};
