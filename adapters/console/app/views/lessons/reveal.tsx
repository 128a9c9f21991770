import { findRule } from '../../../../../engine/cloud/index.ts';
import type { Json } from '../../../../../engine/kernel/index.ts';
import {
  answerText,
  isRight,
  type LogMoment,
  nameAnswerType,
  type PlayedQuestion,
  valueText,
} from '../../../../../engine/lab/lesson/index.ts';
import { findBegin } from '../../lessons/guess.ts';
import type { Sitting } from '../../lessons/sitting.ts';
import { lineText } from '../../lessons/words.ts';
import { planLinePlot } from '../../model/charts/linePlot.ts';
import { LineChart } from '../charts/lineChart.tsx';
import { MarkSign, Text } from '../parts.tsx';
import { Prose } from '../prose.tsx';
import { DialControl } from './dial.tsx';
import { chartTitle } from './question.tsx';
import * as css from './reveal.css';

interface RevealProps {
  readonly sitting: Sitting;
  readonly question: PlayedQuestion;
  readonly asked: LogMoment;
  readonly answer: Json;
}

/** What happened, beside what the learner said; and the rules behind it. */
export const Reveal = ({ sitting, question, asked, answer }: RevealProps) => {
  const isGood = isRight(question, answer);
  const shortNames = { findName: (id: string) => sitting.lesson.names.get(id) ?? id };
  const { because, rules, choice = [] } = question;
  const wrong = choice.find((one) => 'wrong' in one && one.wrong === answer);
  const but = wrong !== undefined && 'but' in wrong ? wrong.but : undefined;
  return (
    <div class={css.reveal} data-revealed>
      <p class={css.ask}>
        <Prose text={question.ask} />
      </p>
      <p class={isGood ? `said ${css.right}` : `said ${css.wrong}`} role="status">
        <MarkSign mark={isGood ? { color: 'good', shape: '✓' } : { color: 'bad', shape: '✕' }} />
        <b>{isGood ? 'Right.' : 'No.'}</b>
        {but === undefined ? null : (
          <>
            {' '}
            <Text value={but} max={800} />
          </>
        )}
      </p>
      <Beside sitting={sitting} question={question} asked={asked} answer={answer} names={shortNames} />
      {question.under === undefined ? null : <p>So it is under {question.under}.</p>}
      <Prose text={because} />
      <p class="dim small">
        {rules.length === 1 ? 'The rule' : 'The rules'}:{' '}
        {rules.map((id) => (
          <code key={id} class={css.rule} title={findRule(id)?.text}>
            {id}
          </code>
        ))}
        <button type="button" class="link" onClick={() => sitting.again()}>
          Answer again
        </button>
      </p>
    </div>
  );
};

type AnswerNames = Parameters<typeof answerText>[1];

/** The prediction beside what happened. */
const Beside = ({ sitting, question, asked, answer, names }: RevealProps & { readonly names: AnswerNames }) => {
  const { type, computed, unit, choice, candidates } = question;
  if (type === 'line') {
    const turned = { ...question, ...sitting.turnedWorld?.answer };
    const plot = planLinePlot(turned, asked);
    return (
      <>
        <LineChart
          plot={plot}
          until={turned.known}
          title={chartTitle(question)}
          lines={[
            { value: Number(answer), name: 'you said', kind: 'yours' },
            { value: Number(turned.computed), name: sitting.turnedWorld === undefined ? 'it was' : 'then it is', kind: 'happened' },
          ]}
          say={(value) => lineText(plot, value)}
        />
        <DialControl sitting={sitting} question={question} />
      </>
    );
  }
  // The picture has it.
  if (findBegin(question) !== undefined) return null;
  const options = choice === undefined ? candidates : sitting.listChoices(sitting.step.value);
  if (options !== undefined)
    return (
      <ul class={css.options}>
        {options.map((one) => (
          <li key={one} class={one === computed ? css.isRight : one === answer ? css.isYours : css.isOther}>
            <MarkSign mark={one === computed ? { color: 'good', shape: '✓' } : { color: 'bad', shape: one === answer ? '✕' : ' ' }} />
            <span>
              <Text value={choice === undefined ? names.findName(one) : one} max={600} />
              {one === answer ? <span class="dim"> · your answer</span> : null}
            </span>
          </li>
        ))}
      </ul>
    );
  const most = Math.max(Number(answer), Number(computed), 1e-9);
  const said = `${valueText(nameAnswerType(question), answer, names)}${unit === undefined ? '' : ` ${unit}`}`;
  return (
    <div class={css.bars}>
      <Bar name="you said" part={Number(answer) / most} text={said} kind="yours" />
      <Bar name="it was" part={Number(computed) / most} text={answerText(question, names)} kind="happened" />
    </div>
  );
};

interface AnswerBarProps {
  readonly name: string;
  readonly part: number;
  readonly text: string;
  readonly kind: 'yours' | 'happened';
}

const Bar = ({ name, part, text, kind }: AnswerBarProps) => (
  <>
    <span class="dim">{name}</span>
    <span class={css.barRoom}>
      <span class={css.barFill} data-kind={kind} style={{ width: `${Math.max(0, part) * 100}%` }} />
    </span>
    <Text value={text} max={60} />
  </>
);
