import { type AnsweredChange, adviseNext } from '../../model/change/refusal.ts';
import { useConsole } from '../context.ts';
import { RuleText } from '../log/entry.tsx';
import { Block, MarkSign, Text } from '../parts.tsx';
import * as css from './answered.css';

/** What came of a change; of a refusal, why, and what to do next. */
export const Answered = ({ answered: { refusal, answer } }: { readonly answered: AnsweredChange }) => {
  const { panes } = useConsole();
  return (
    <div role="status" class={css.answered} data-refused={refusal !== undefined}>
      <p>
        <MarkSign mark={refusal === undefined ? { color: 'good', shape: '✓' } : { color: 'bad', shape: '✕' }} />{' '}
        <strong>{refusal === undefined ? `Done${answer === undefined ? '' : `: ${answer.status}`}` : `Refused: ${refusal.status}`}</strong>{' '}
        {refusal === undefined ? null : <Text value={refusal.detail} max={400} />}
      </p>
      {refusal === undefined ? (
        <button type="button" class="key" onClick={() => panes.show('compare')}>
          Compare
        </button>
      ) : (
        <>
          {refusal.errors.length === 0 ? null : (
            <ul>
              {refusal.errors.slice(0, errorsMax).map((error) => (
                <li key={error}>
                  <Text value={error} max={300} />
                </li>
              ))}
            </ul>
          )}
          {refusal.rule === undefined ? null : <RuleText id={refusal.rule} />}
          <p>{adviseNext(refusal)}</p>
        </>
      )}
      {answer === undefined || refusal !== undefined || answer.text === '' ? null : <Block value={readPretty(answer.text)} />}
    </div>
  );
};

const errorsMax = 8;

const readPretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
