import { useMemo } from 'preact/hooks';
import { lessonHash } from '../../lessons/course.ts';
import type { Sitting } from '../../lessons/sitting.ts';
import type { TaskRun } from '../../model/port/taught.ts';
import { RunLog } from '../../model/runLog.ts';
import type { LessonText } from '../../pageData.ts';
import { Block, MarkSign, Text } from '../parts.tsx';
import { Prose } from '../prose.tsx';
import * as lessonCss from './lesson.css';
import * as css from './lessonTask.css';
import { Picture } from './picture.tsx';
import * as revealCss from './reveal.css';

interface TaskProps {
  readonly sitting: Sitting;
  readonly chosen: LessonText;
  readonly next: LessonText | undefined;
}

const example = '- { at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { max: 2 } } } }';

/** The open end of a lesson: steps are written, played in the sandbox, and judged. */
export const LessonTask = ({ sitting, chosen, next }: TaskProps) => {
  const { task } = sitting.lesson;
  const tried = sitting.tried.value;
  return (
    <div class={css.task} data-step>
      <h2>Your turn</h2>
      <Prose text={task.text} />
      {tried !== undefined && 'run' in tried ? (
        <Verdict run={tried.run} isTried={sitting.draft.value !== ''} />
      ) : (
        <Goals goals={task.goals} />
      )}
      {tried !== undefined && 'run' in tried ? <Sandbox run={tried.run} /> : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sitting.tryTask();
        }}
      >
        <label>
          Steps that are added to the sandbox, written as in a scenario
          <textarea
            data-first
            rows={7}
            spellcheck={false}
            autocomplete="off"
            placeholder={example}
            value={sitting.draft.value}
            onInput={({ currentTarget }) => {
              sitting.draft.value = currentTarget.value;
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              sitting.tryTask();
            }}
          />
        </label>
        <div class={css.buttons}>
          <button type="submit" class="key main">
            {sitting.isTrying.value ? 'plays …' : 'Run'}
          </button>
          <span class="dim">Ctrl Enter</span>
        </div>
      </form>
      <ul class={css.problemList} role="alert">
        {tried === undefined || 'run' in tried
          ? null
          : tried.problems.slice(0, 20).map((line) => (
              <li key={line}>
                <Text value={line} max={800} />
              </li>
            ))}
      </ul>
      <details>
        <summary>A solution</summary>
        <Block value={task.solution} />
        <button
          type="button"
          class="link"
          onClick={() => {
            sitting.draft.value = task.solution;
          }}
        >
          write it above
        </button>
      </details>
      <p>
        <a class="link" href={lessonHash(chosen.number, sitting.lesson.steps.length, 'timeline')}>
          Open this world in the console
        </a>
      </p>
      {next !== undefined ? (
        <a class={sitting.isSolved.value ? `key main ${lessonCss.next}` : `key ${lessonCss.next}`} href={lessonHash(next.number)}>
          Next lesson: <Text value={next.title} max={80} />
        </a>
      ) : null}
    </div>
  );
};

/** The whole story of the sandbox. */
const Sandbox = ({ run: { header, entries } }: { readonly run: TaskRun }) => {
  const log = useMemo(() => {
    const made = new RunLog(header);
    made.append(entries);
    return made;
  }, [header, entries]);
  return <Picture log={log} range={{ from: 0, to: Math.max(log.end, 1_000) }} now={log.end} />;
};

const Goals = ({ goals }: { readonly goals: readonly string[] }) => (
  <ul class={css.goals}>
    {goals.map((goal) => (
      <li key={goal}>
        <Text value={goal} max={300} />
      </li>
    ))}
  </ul>
);

/** Each part of the goal with what was measured. */
const Verdict = ({ run, isTried }: { readonly run: TaskRun; readonly isTried: boolean }) => {
  const { isMet, parts, outcome } = run;
  return (
    <div role="status">
      <p class={isMet ? `said ${revealCss.right}` : `said ${revealCss.wrong}`}>
        <b>{isMet ? 'The goal is met.' : isTried ? 'The goal is not met.' : 'As it is, the goal is not met:'}</b>
      </p>
      <ul class={css.goals}>
        {parts.map(({ goal, unmet, measured }) => (
          <li key={goal}>
            <MarkSign mark={unmet.length === 0 ? { color: 'good', shape: '✓' } : { color: 'bad', shape: '✕' }} />
            <span>
              <Text value={goal} max={300} />
              <br />
              <span class="dim">
                {measured === undefined ? null : (
                  <>
                    measured: <b>{measured}</b>
                  </>
                )}
                {measured === undefined && unmet.length > 0 ? <Text value={unmet.join('; ')} max={800} /> : null}
              </span>
            </span>
          </li>
        ))}
        {outcome.failures.slice(0, 10).map((failure) => (
          <li key={failure}>
            <MarkSign mark={{ color: 'wait', shape: '!' }} />
            <Text value={failure} max={600} />
          </li>
        ))}
      </ul>
    </div>
  );
};
