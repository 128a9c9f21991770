import { useSignal } from '@preact/signals';
import { type LogMoment, nameAnswerType, type PlayedQuestion, readAnswer } from '../../../../../engine/lab/lesson/index.ts';
import type { Sitting } from '../../lessons/sitting.ts';
import { lineText } from '../../lessons/words.ts';
import { planLinePlot } from '../../model/charts/linePlot.ts';
import { LineChart } from '../charts/lineChart.tsx';
import { Text } from '../parts.tsx';
import { Prose } from '../prose.tsx';
import * as css from './question.css';

interface QuestionProps {
  readonly sitting: Sitting;
  readonly question: PlayedQuestion;
  readonly asked: LogMoment;
}

/** Asks. Nothing moves before there is an answer. */
export const Question = ({ sitting, question, asked }: QuestionProps) => {
  const written = useSignal('');
  const problem = useSignal('');
  const given = sitting.given.value.get(sitting.step.value);
  if (given !== undefined) return <p role="status">Time runs to the answer …</p>;
  const commit = (): void => {
    if (question.choice !== undefined && written.value !== '') return sitting.commit(written.value);
    const ids = new Map([...sitting.lesson.names].map(([id, name]) => [name, id]));
    const read = readAnswer(question, written.value, ids);
    if (read._tag === 'Right') sitting.commit(read.right);
    else problem.value = question.choice === undefined ? read.left : 'choose one';
  };
  return (
    <form
      class={css.question}
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <fieldset>
        <legend>
          <Prose text={question.ask} />
        </legend>
        <Field sitting={sitting} question={question} asked={asked} written={written} />
      </fieldset>
      <p class={css.problem} role="alert">
        {problem.value}
      </p>
      <button type="submit" class="key main">
        This is my answer
      </button>
    </form>
  );
};

interface FieldProps extends QuestionProps {
  readonly written: { value: string };
}

const Field = ({ sitting, question, asked, written }: FieldProps) => {
  const { choice, candidates, type, unit } = question;
  const set = (text: string): void => {
    written.value = text;
  };
  if (choice !== undefined)
    return (
      <Options
        options={sitting.listChoices(sitting.step.value).map((text) => ({ value: text, text }))}
        chosen={written.value}
        choose={set}
      />
    );
  if (candidates !== undefined) {
    const names = candidates.map((id) => sitting.lesson.names.get(id) ?? id);
    return <Options options={names.map((name) => ({ value: name, text: name }))} chosen={written.value} choose={set} />;
  }
  const isDuration = nameAnswerType(question) === 'duration';
  const field = (
    <label class={css.answerField}>
      {type === 'line' ? 'or write it: ' : ''}
      {isDuration ? 'a duration, such as 25s' : (unit ?? 'a number')}
      <input
        type="text"
        inputMode={isDuration ? 'text' : 'decimal'}
        autocomplete="off"
        spellcheck={false}
        data-first={type === 'line' ? undefined : true}
        value={written.value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  );
  if (type !== 'line') return field;
  const plot = planLinePlot(question, asked);
  const read = readAnswer(question, written.value, new Map());
  const value = read._tag === 'Right' && typeof read.right === 'number' ? read.right : plot.start;
  return (
    <>
      <LineChart
        plot={plot}
        until={asked}
        title={chartTitle(question)}
        lines={[{ value, name: 'your line', kind: 'yours' }]}
        move={(to) => set(lineText(plot, to))}
        say={(one) => lineText(plot, one)}
        label={question.ask}
      />
      {field}
    </>
  );
};

/** What the chart shows. */
export const chartTitle = ({ line }: PlayedQuestion): string => `${line?.chart ?? ''}${line?.of === undefined ? '' : ` of ${line.of}`}`;

interface OptionsProps {
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly chosen: string;
  readonly choose: (value: string) => void;
}

const Options = ({ options, chosen, choose }: OptionsProps) => (
  <>
    {options.map(({ value, text }, k) => (
      <label key={value} class={css.option}>
        <input
          type="radio"
          name="answer"
          value={value}
          checked={chosen === value}
          data-first={k === 0 ? true : undefined}
          onChange={() => choose(value)}
        />
        <Text value={text} max={600} />
      </label>
    ))}
  </>
);
