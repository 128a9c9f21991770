import { sayDuration } from '../../../../../engine/kernel/index.ts';
import { answerText, nameAnswerType, type PlayedQuestion } from '../../../../../engine/lab/lesson/index.ts';
import { namesIn } from '../../../../../engine/world/index.ts';
import type { Sitting } from '../../lessons/sitting.ts';
import { Text } from '../parts.tsx';
import * as css from './lesson.css';

/** Changes the input that the answer turns on: the picture is drawn at once as it is then. */
export const DialControl = ({ sitting, question }: { readonly sitting: Sitting; readonly question: PlayedQuestion }) => {
  const dial = sitting.dial.value;
  const world = dial?.worlds[sitting.turned.value];
  if (dial === undefined || world === undefined) return null;
  const { entries, answer, text } = world;
  const { computed } = answer;
  // Nothing states how many digits of it count.
  const shown = question.type === 'number' ? Number(Number(computed).toPrecision(3)) : null;
  const said =
    nameAnswerType(question) === 'duration'
      ? sayDuration(Number(computed))
      : answerText({ ...question, ...answer, answer: shown }, namesIn(entries));
  return (
    <div class={css.dial}>
      <label class={css.dial}>
        <span>
          <Text value={dial.name} max={120} />: <b>{text}</b>
        </span>
        <input
          type="range"
          min={0}
          max={dial.worlds.length - 1}
          value={sitting.turned.value}
          aria-valuetext={text}
          onInput={({ currentTarget }) => {
            sitting.turned.value = Number(currentTarget.value);
          }}
        />
      </label>
      <output>
        so the answer is <b>{<Text value={said} max={200} />}</b>
      </output>
    </div>
  );
};
