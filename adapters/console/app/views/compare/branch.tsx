import { useSignal } from '@preact/signals';
import { changeRequest, changeText, emptyCall, parseChange } from '../../../../../engine/compare/index.ts';
import { completionsAt, scenarioJsonSchema } from '../../../../../engine/scenario/index.ts';
import { changingOperations, checkChange, type PossibleActs, possibleActs, timeToAct } from '../../model/changes.ts';
import type { RunLog } from '../../model/runLog.ts';
import { useConsole, useMoment } from '../context.ts';
import { CodeField } from '../editor/codeField.tsx';
import * as detailsCss from '../log/details.css';
import { Command, EntityButton, Status, Text, Time } from '../parts.tsx';
import * as css from './branch.css';

/** More entities are not listed: a selected one is always there. */
const entitiesMax = 40;
/** A served world's address, where no other is known. */
const servedAt = 'http://127.0.0.1:8787';

/** What could be done at the moment. Doing it makes a branch: the same run up to there, and another from there on. */
export const BranchView = () => {
  const { session } = useConsole();
  const moment = useMoment('settled');
  if (moment === undefined) return null;
  return (
    <div class={detailsCss.details}>
      {session.change.value === undefined ? <Possible log={moment.log} seq={moment.seq} /> : <Writing change={session.change.value} />}
    </div>
  );
};

const Possible = ({ log, seq }: { readonly log: RunLog; readonly seq: number }) => {
  const { desk, session } = useConsole();
  const id = desk.selected.value;
  const ofSelected = id === undefined ? [] : possibleActs(log, seq, 1, id);
  const all = possibleActs(log, seq, entitiesMax).filter((one) => one.id !== id);
  const operation = useSignal(changingOperations[0] ?? '');
  const write = (change: string): void => {
    session.change.value = change;
  };
  return (
    <>
      <p>
        What callers could do at <Time at={log.at(seq)} />. Whatever you do makes a branch: the same run up to there, and what would have
        happened from there on.
      </p>
      {id === undefined || ofSelected.length > 0 ? null : (
        <p class="dim">
          Nothing could be done to <Text value={log.labels.findName(id)} max={40} /> now.
        </p>
      )}
      <ul class={css.acts}>
        {[...ofSelected, ...all].map((one) => (
          <Acts key={one.id} of={one} write={write} />
        ))}
      </ul>
      {all.length >= entitiesMax ? <p class="dim">Select anything else to see what could be done to it.</p> : null}
      <form
        class={css.other}
        onSubmit={(event) => {
          event.preventDefault();
          write(changeText(timeToAct(log, seq), emptyCall(operation.value)));
        }}
      >
        <label>
          Any other call{' '}
          <select
            value={operation.value}
            onChange={({ currentTarget }) => {
              operation.value = currentTarget.value;
            }}
          >
            {changingOperations.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit" class="key">
          Write it
        </button>
      </form>
      <Command text={`podsim run ${session.file} --log run.log && podsim log next run.log`} />
    </>
  );
};

const Acts = ({ of: { kind, id, status, acts }, write }: { readonly of: PossibleActs; readonly write: (change: string) => void }) => (
  <li>
    <EntityButton kind={kind} id={id} /> <Status kind={kind} status={status} />
    <div class="chips">
      {acts.map(({ name, change }) => (
        <button key={name} type="button" class="key" title={writeCommand(change) ?? name} onClick={() => write(change)}>
          {name}
        </button>
      ))}
    </div>
  </li>
);

const Writing = ({ change }: { readonly change: string }) => {
  const { session } = useConsole();
  const problems = checkChange(change);
  const make = (): void => {
    const written = session.change.peek() ?? change;
    if (checkChange(written).length === 0) session.branch(written);
  };
  const [first] = problems;
  return (
    <>
      <h2>Make a branch</h2>
      <p class="dim">
        The call is made a millisecond after the moment: after everything of its instant. The rest of the scenario goes on as far as it can.
      </p>
      <div class={css.change}>
        <CodeField
          text={() => session.change.peek() ?? change}
          label="The change"
          check={checkChange}
          complete={completeChange}
          onChange={(written) => {
            session.change.value = written;
          }}
          onRun={make}
        />
      </div>
      {first === undefined ? null : (
        <p role="status" class="c-bad">
          {first.line}:{first.column} <Text value={first.message} max={300} />
        </p>
      )}
      <div class="chips">
        <button type="button" class="key main" disabled={first !== undefined} onClick={make} title={writeCommand(change)}>
          Branch
        </button>
        <button
          type="button"
          class="key"
          onClick={() => {
            session.change.value = undefined;
          }}
        >
          Back
        </button>
      </div>
      <Command text={`podsim log compare ${session.file} --change change.yaml`} />
      <p class="dim small">change.yaml is the text above; there, the effect is measured over many seeds.</p>
      {writeCommand(change) === undefined ? null : (
        <p class="command">
          <span class="dim">in a served world: </span>
          <code>
            <Text value={writeCommand(change) ?? ''} max={600} />
          </code>
        </p>
      )}
    </>
  );
};

/** The request that does the same in a served world. */
const writeCommand = (change: string): string | undefined => {
  const parsed = parseChange('change', change);
  return parsed._tag === 'Left' ? undefined : changeRequest(parsed.right, servedAt);
};

let schema: unknown;

/** A change is written as a step is. */
const completeChange = (text: string, offset: number) => {
  schema ??= scenarioJsonSchema();
  const [head, indent] = ['steps:\n', 4];
  const step = text
    .split('\n')
    .map((line, k) => `${k === 0 ? '  - ' : '    '}${line}`)
    .join('\n');
  const added = head.length + indent * text.slice(0, offset).split('\n').length;
  const { from, options } = completionsAt(head + step, offset + added, schema);
  return { from: from - added, options };
};
