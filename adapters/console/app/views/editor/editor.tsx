import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { completionsAt, scenarioJsonSchema } from '../../../../../engine/scenario/index.ts';
import type { CodeEditor } from '../../editor/port.ts';
import { checkScenario, type ScenarioProblem } from '../../model/checkText.ts';
import { hasSameTexts, listFiles, readText, withText } from '../../model/written.ts';
import type { ScenarioText } from '../../pageData.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { MarkSign, Text } from '../parts.tsx';
import { CodeField } from './codeField.tsx';
import * as css from './editor.css';
import { Result } from './result.tsx';

/** A text that is longer is not completed: it would be read at every key. */
const completedMax = 200_000;

let schema: unknown;
/** Made at its first use: that takes a moment. */
const complete = (text: string, offset: number) => {
  if (text.length > completedMax) return { from: offset, options: [] };
  schema ??= scenarioJsonSchema();
  return completionsAt(text, offset, schema);
};

/** The scenario as text, and the files that it includes. What is wrong with them is said at its line; Run plays them. */
export const EditorView = () => {
  const { session } = useConsole();
  const editor = useRef<CodeEditor | undefined>(undefined);
  /** Where to go once the editor of another file is there. */
  const goal = useRef<{ readonly line: number; readonly column: number } | undefined>(undefined);
  const problems = useSignal<readonly ScenarioProblem[]>([]);
  const chosen = useSignal('');
  const { run } = session;
  if (run === undefined) return <p class="empty">There is no scenario.</p>;
  const { scenario } = run.request;
  const files = listFiles(scenario);
  const file = files.includes(chosen.value) ? chosen.value : scenario.file;
  // More may have been written since this was drawn.
  const readTexts = (): ScenarioText => session.draft.peek() ?? scenario;
  const isDraft = !hasSameTexts(session.draft.value ?? scenario, scenario);
  const goTo = (line: number, column: number, where = scenario.file): void => {
    if (where === file) return editor.current?.goTo(line, column);
    goal.current = { line, column };
    chosen.value = where;
  };
  const play = (): void => {
    const found = checkScenario(readTexts());
    problems.value = found;
    const first = found.find(({ preventsRun }) => preventsRun === true);
    if (first !== undefined) {
      editor.current?.recheck();
      goTo(first.line, first.column, first.file);
    } else if (hasSameTexts(readTexts(), scenario) && run.parent === undefined) session.choose(session.chosen.value);
    else {
      const { changes: _changes, ...base } = readTexts();
      session.play(base);
    }
  };
  return (
    <div class={css.editor}>
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
        <FileName files={files} file={file} choose={(other) => (chosen.value = other)} />
        <span class="spring" />
        <Checked problems={problems.value} file={file} goTo={goTo} />
      </div>
      <CodeField
        key={file}
        text={() => readText(readTexts(), file)}
        label={file === scenario.file ? 'Scenario' : 'Included file'}
        check={(text) => {
          problems.value = checkScenario(withText(readTexts(), file, text));
          return problems.value.filter((one) => one.file === file);
        }}
        complete={file === scenario.file ? complete : () => ({ from: 0, options: [] })}
        onChange={(text) => {
          const changed = withText(readTexts(), file, text);
          session.draft.value = hasSameTexts(changed, scenario) ? undefined : changed;
        }}
        onRun={play}
        ready={(opened) => {
          editor.current = opened;
          if (goal.current !== undefined) opened.goTo(goal.current.line, goal.current.column);
          goal.current = undefined;
        }}
      />
      <Result isDraft={isDraft} goTo={goTo} />
    </div>
  );
};

type GoToPlace = (line: number, column: number, file?: string) => void;

interface FileNameProps {
  readonly files: readonly string[];
  readonly file: string;
  readonly choose: (file: string) => void;
}

/** The file that is edited; a choice where the scenario includes others. */
const FileName = ({ files, file, choose }: FileNameProps) =>
  files.length === 1 ? (
    <span class={`dim ${css.file}`}>
      <Text value={file} max={80} />
    </span>
  ) : (
    <select class={css.file} aria-label="File" value={file} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {files.map((one, k) => (
        <option key={one} value={one}>
          {`${plainText(one, 80)}${k === 0 ? '' : ' (included)'}`}
        </option>
      ))}
    </select>
  );

interface CheckedProps {
  readonly problems: readonly ScenarioProblem[];
  /** The file that is edited: a problem of another one has its name. */
  readonly file: string;
  readonly goTo: GoToPlace;
}

/** How much is wrong with the files; a click leads to the first of it. */
const Checked = ({ problems, file, goTo }: CheckedProps) => {
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
    <span role="status" class={css.checked}>
      <MarkSign mark={errors.length > 0 ? { color: 'bad', shape: '✕' } : { color: 'wait', shape: '!' }} />
      <button type="button" class="link" onClick={() => goTo(first.line, first.column, first.file)}>
        {count} {what}
      </button>{' '}
      <span class="dim">
        {first.file === file ? null : (
          <>
            <Text value={first.file} max={80} />:
          </>
        )}
        {first.line}:{first.column} <Text value={first.message} max={160} />
      </span>
    </span>
  );
};
