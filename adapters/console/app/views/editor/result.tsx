import type { HeldAssertion } from '../../../../../engine/scenario/index.ts';
import { type FailureRow, failureRows } from '../../model/failureRows.ts';
import { useConsole } from '../context.ts';
import { Command, MarkSign, Text } from '../parts.tsx';
import * as css from './result.css';

type GoTo = (line: number, column: number) => void;

/** More failures are not listed. */
const failuresMax = 30;

/** What the run came to: the verdict, and each failure with the value that was seen. */
export const Result = ({ isDraft, goTo }: { readonly isDraft: boolean; readonly goTo: GoTo }) => {
  const { desk, session } = useConsole();
  const outcome = desk.outcome.value;
  const rows = outcome === undefined ? [] : failureRows(outcome, session.file);
  return (
    <section class={css.result} aria-label="Result">
      {outcome === undefined ? (
        <p class="dim">{desk.phase.value === 'failed' ? 'It was not played.' : 'It is being played …'}</p>
      ) : (
        <p>
          <MarkSign mark={outcome.verdict === 'pass' ? { color: 'good', shape: '✓' } : { color: 'bad', shape: '✕' }} />
          <strong>{{ pass: 'passes', fail: 'fails', incomplete: 'incomplete' }[outcome.verdict]}</strong>
          <span class="dim"> · {desk.length.value} entries</span>
          {isDraft ? <span class="c-wait"> · the text has been changed since</span> : null}
        </p>
      )}
      {rows.length === 0 ? null : (
        <ul class={css.failures}>
          {rows.slice(0, failuresMax).map((row, k) => (
            <Failure key={k} row={row} goTo={goTo} />
          ))}
        </ul>
      )}
      {rows.length > failuresMax ? <p class="dim">and {rows.length - failuresMax} more</p> : null}
      <Held held={outcome?.heldAssertions ?? []} goTo={goTo} />
      <Command text={`podsim run ${session.file}`} />
    </section>
  );
};

/** What is as expected, with the value that was seen. */
const Held = ({ held, goTo }: { readonly held: readonly HeldAssertion[]; readonly goTo: GoTo }) =>
  held.length === 0 ? null : (
    <details class={css.held}>
      <summary>{held.length === 1 ? 'one assertion holds' : `${held.length} assertions hold`}</summary>
      <ul>
        {held.slice(0, failuresMax).map(({ line, column, what, seen }, k) => (
          <li key={k}>
            <MarkSign mark={{ color: 'good', shape: '✓' }} />{' '}
            <button type="button" class="link number" onClick={() => goTo(line, column)}>
              {line}:{column}
            </button>{' '}
            <Text value={what} max={300} />
            {seen === undefined ? null : (
              <>
                : <b>{seen}</b>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );

const Failure = ({ row: { message, place, compared, nearest, seq }, goTo }: { readonly row: FailureRow; readonly goTo: GoTo }) => {
  const { desk, panes } = useConsole();
  return (
    <li>
      {place === undefined ? null : (
        <button type="button" class="link number" onClick={() => goTo(place.line, place.column)}>
          {place.line}:{place.column}
        </button>
      )}{' '}
      {compared === undefined ? <Text value={message} max={600} /> : <Text value={compared.what} max={200} />}
      {compared === undefined ? null : (
        <dl class={css.compared}>
          <dt>expected</dt>
          <dd>
            <Text value={compared.expected} max={400} />
          </dd>
          <dt>seen</dt>
          <dd>
            <Text value={compared.actual} max={400} />
          </dd>
          {nearest === undefined ? null : (
            <>
              <dt>nearest</dt>
              <dd>
                <Text value={nearest} max={400} />
              </dd>
            </>
          )}
        </dl>
      )}
      {seq === undefined ? null : (
        <button
          type="button"
          class="link"
          onClick={() => {
            desk.show(seq);
            panes.show('details');
          }}
        >
          show entry {seq}
        </button>
      )}
    </li>
  );
};
