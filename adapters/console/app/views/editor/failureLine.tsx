import { failureRows } from '../../model/failureRows.ts';
import type { Inevitable } from '../../pageData.ts';
import { useConsole } from '../context.ts';
import { EntryButton, MarkSign, Text } from '../parts.tsx';
import * as css from './failureLine.css';

/** Of a run that was not as its scenario expects: what was wrong first, and the way there. */
export const FailureLine = () => {
  const { desk, session, panes } = useConsole();
  const outcome = desk.outcome.value;
  const known = session.run?.known;
  if (outcome === undefined || (outcome.verdict === 'pass' && known?.failure === undefined)) return null;
  const rows = failureRows(outcome, session.file);
  const [earliest] = [...rows].sort((a, b) => (a.seq ?? Number.POSITIVE_INFINITY) - (b.seq ?? Number.POSITIVE_INFINITY));
  const first = known?.failure === undefined ? earliest : { compared: undefined, message: known.failure.words, seq: known.failure.seq };
  if (first === undefined) return null;
  const { compared, message, seq } = first;
  const words = compared === undefined ? message : `${compared.what}: expected ${compared.expected}, seen ${compared.actual}`;
  const inevitable = known?.inevitable;
  return (
    <div class={css.failureLine}>
      <MarkSign mark={{ color: 'bad', shape: '✕' }} />
      <span>
        <Text value={words} max={300} />
        {seq === undefined ? null : (
          <>
            {' · at '}
            <EntryButton seq={seq} />
          </>
        )}
        {' · '}
        <button type="button" class="link" onClick={() => panes.show('change', 'scenario')}>
          {rows.length > 1 ? `all ${rows.length} failures` : 'in the scenario'}
        </button>
        {inevitable === undefined ? null : <Futures {...inevitable} />}
      </span>
    </div>
  );
};

/** When the failure became inevitable: the sentence, and from which entries on how many other futures fail. */
const Futures = ({ words, moments }: Inevitable) => (
  <details class={css.futures}>
    <summary>
      <Text value={words} max={300} />
    </summary>
    <ul>
      {moments.map(({ after, failing, of, what }) => (
        <li key={after}>
          <progress max={of} value={failing} aria-label="Futures that fail" />
          <span class="number">
            {failing} of {of}
          </span>
          <EntryButton seq={after} />
          <Text value={what} max={120} />
        </li>
      ))}
    </ul>
  </details>
);
