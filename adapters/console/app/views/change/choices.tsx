import { useSignal } from '@preact/signals';
import { type Kind, kinds } from '../../../../../engine/cloud/index.ts';
import { type ChangeChoice, choicesFor, findChoices, listChoices } from '../../model/change/choices.ts';
import type { Draft } from '../../model/change/draft.ts';
import type { RunLog } from '../../model/runLog.ts';
import { useConsole } from '../context.ts';
import { EntityButton } from '../parts.tsx';
import * as css from './choices.css';

/** What could be done at the moment, in plain words: to what is selected, by a fault, or by any call. */
export const Choices = ({ log, seq }: { readonly log: RunLog; readonly seq: number }) => {
  const { desk, session, live } = useConsole();
  const sought = useSignal('');
  const selected = desk.selected.value;
  const isServed = live?.isOpen.value === true;
  const moment = { log, seq, selected };
  const found = findChoices(listChoices(isServed), sought.value);
  const own = choicesFor(moment);
  const take = (choice: ChangeChoice | undefined): void => {
    // What is shown may be a little behind the moment.
    if (choice !== undefined) session.change.begin(choice.begin({ ...moment, seq: desk.seq.peek() }));
  };
  return (
    <div class={css.choices}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take(found[0]);
        }}
      >
        <input
          type="search"
          class={css.search}
          aria-label="What to do"
          placeholder="crash a worker · stock gone · submit a job · more workers"
          spellcheck={false}
          autocomplete="off"
          value={sought.value}
          onInput={({ currentTarget }) => {
            sought.value = currentTarget.value;
          }}
        />
      </form>
      {own.length === 0 || sought.value !== '' ? null : <Own acts={own} id={selected ?? ''} log={log} seq={seq} />}
      {groups.map(([group, title]) => {
        const choices = found.filter((one) => one.group === group);
        return choices.length === 0 ? null : (
          <section key={group} aria-label={title}>
            <h3>{title}</h3>
            <div class="chips">
              {choices.map((choice) => (
                <button key={choice.words} type="button" class="key" title={choice.name} onClick={() => take(choice)}>
                  {choice.words}
                </button>
              ))}
            </div>
          </section>
        );
      })}
      <p role="status" class="dim">
        {found.length === 0 ? 'Nothing is called so. Each operation of the API is there, by its name and in its words.' : ''}
      </p>
    </div>
  );
};

const groups = [
  ['fault', 'Faults'],
  ['call', 'Calls'],
  ['setting', 'Settings'],
] as const;

interface OwnProps {
  readonly acts: readonly { readonly name: string; readonly draft: Draft }[];
  readonly id: string;
  readonly log: RunLog;
  readonly seq: number;
}

/** What the selected entity allows now. */
const Own = ({ acts, id, log, seq }: OwnProps) => {
  const { session } = useConsole();
  const state = log.stateAt(seq);
  const kind = kinds.find((one) => state.find(one, id) !== undefined) as Kind;
  return (
    <section aria-label="What is selected">
      <h3>
        <EntityButton kind={kind} id={id} status={state.find(kind, id)?.status} />
      </h3>
      <div class="chips">
        {acts.map(({ name, draft }) => (
          <button key={name} type="button" class="key" onClick={() => session.change.begin(draft)}>
            {name}
          </button>
        ))}
      </div>
    </section>
  );
};
