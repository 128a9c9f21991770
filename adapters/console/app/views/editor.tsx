import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { completionsAt, type HeldAssertion, scenarioJsonSchema } from '../../../../engine/index.ts';
import type { CodeEditor, TextProblem } from '../editor/port.ts';
import { checkScenario } from '../model/checkText.ts';
import { type FailureRow, failureRows } from '../model/failureRows.ts';
import { CodeField } from './codeField.tsx';
import { useConsole } from './context.ts';
import { Command, MarkSign, Text } from './parts.tsx';

/** A text that is longer is not completed: it would be read at every key. */
const completedMax = 200_000;

let schema: unknown;
/** Made at its first use: that takes a moment. */
const complete = (text: string, offset: number) => {
  if (text.length > completedMax) return { from: offset, options: [] };
  schema ??= scenarioJsonSchema();
  return completionsAt(text, offset, schema);
};

/** The scenario as text. What is wrong with it is said at its line; Run plays it. */
export const EditorView = () => {
  const { session } = useConsole();
  const editor = useRef<CodeEditor | undefined>(undefined);
  const problems = useSignal<readonly TextProblem[]>([]);
  const { run } = session;
  if (run === undefined) return <p class="empty">There is no scenario.</p>;
  const { scenario } = run.request;
  const text = session.draft.value ?? scenario.text;
  const isDraft = text !== scenario.text;
  const play = (): void => {
    // More may have been written since this was drawn.
    const written = session.draft.peek() ?? scenario.text;
    const found = checkScenario(scenario, written);
    problems.value = found;
    const first = found.find(({ preventsRun }) => preventsRun === true);
    if (first !== undefined) {
      editor.current?.recheck();
      editor.current?.goTo(first.line, first.column);
    } else if (written === scenario.text && run.parent === undefined) session.choose(session.chosen.value);
    else {
      const { changes: _changes, ...base } = scenario;
      session.play({ ...base, text: written });
    }
  };
  const goTo = (line: number, column: number): void => editor.current?.goTo(line, column);
  return (
    <div class="editor">
      <div class="bar">
        <button type="button" class="key main" onClick={play} title="Run this scenario (Ctrl Enter in the text)">
          Run
        </button>
        <button
          type="button"
          class="key"
          disabled={!isDraft}
          title="Back to the text of the run that is shown"
          onClick={() => {
            session.draft.value = undefined;
          }}
        >
          Revert
        </button>
        <span class="dim file">
          <Text value={scenario.file} max={80} />
        </span>
        <span class="spring" />
        <Checked problems={problems.value} goTo={goTo} />
      </div>
      <CodeField
        text={() => session.draft.peek() ?? scenario.text}
        label="Scenario"
        check={(written) => {
          problems.value = checkScenario(scenario, written);
          return problems.value;
        }}
        complete={complete}
        onChange={(written) => {
          session.draft.value = written === scenario.text ? undefined : written;
        }}
        onRun={play}
        ready={(opened) => {
          editor.current = opened;
        }}
      />
      <Result isDraft={isDraft} goTo={goTo} />
    </div>
  );
};

type GoTo = (line: number, column: number) => void;

/** How much is wrong with the text; a click leads to the first of it. */
const Checked = ({ problems, goTo }: { readonly problems: readonly TextProblem[]; readonly goTo: GoTo }) => {
  const errors = problems.filter(({ isError }) => isError);
  const [first] = [...errors, ...problems];
  if (first === undefined)
    return (
      <span role="status" class="dim">
        nothing wrong with it
      </span>
    );
  const count = errors.length > 0 ? errors.length : problems.length;
  const what = errors.length > 0 ? (count === 1 ? 'error' : 'errors') : count === 1 ? 'warning' : 'warnings';
  return (
    <span role="status" class="checked">
      <MarkSign mark={errors.length > 0 ? { color: 'bad', shape: '✕' } : { color: 'wait', shape: '!' }} />
      <button type="button" class="link" onClick={() => goTo(first.line, first.column)}>
        {count} {what}
      </button>{' '}
      <span class="dim">
        {first.line}:{first.column} <Text value={first.message} max={160} />
      </span>
    </span>
  );
};

/** More failures are not listed. */
const failuresMax = 30;

/** What the run came to: the verdict, and each failure with the value that was seen. */
const Result = ({ isDraft, goTo }: { readonly isDraft: boolean; readonly goTo: GoTo }) => {
  const { desk, session } = useConsole();
  const outcome = desk.outcome.value;
  const rows = outcome === undefined ? [] : failureRows(outcome, session.file);
  return (
    <section class="result" aria-label="Result">
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
        <ul class="failures">
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
    <details class="held">
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
        <dl class="compared">
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
            panes.show('why');
          }}
        >
          show entry {seq}
        </button>
      )}
    </li>
  );
};
