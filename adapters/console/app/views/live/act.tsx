import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { kinds, type State } from '../../../../../engine/cloud/index.ts';
import type { Json, VirtualTime } from '../../../../../engine/kernel/index.ts';
import { type Act, actsOn, actsOnWorld } from '../../live/acts.ts';
import type { Live, ServedWorld } from '../../live/live.ts';
import type { ServerAnswer } from '../../source/server.ts';
import { useConsole, useMoment } from '../context.ts';
import * as detailsCss from '../log/details.css';
import { RuleText } from '../log/entry.tsx';
import { Block, Command, EntityButton, MarkSign } from '../parts.tsx';
import * as css from './act.css';
import { Commands } from './controlButton.tsx';

/** What a person could do at the end of a live world: ordinary calls, ready to be changed and sent. */
export const ActView = () => {
  const { desk, live } = useConsole();
  const moment = useMoment();
  if (moment === undefined || live === undefined || !live.isOpen.value) return <p class="empty">Only a served world takes calls.</p>;
  if (!live.isAtEnd.value) return <Past live={live} />;
  const state = moment.log.stateAt(moment.seq);
  const dryRun = { now: moment.log.at(moment.seq) as VirtualTime, settings: moment.log.settingsAt(moment.seq) };
  const id = desk.selected.value;
  const found = id === undefined ? undefined : kindAndEntity(state, id);
  const acts = found === undefined ? [] : actsOn(found.kind, found.entity, dryRun);
  return (
    <div class={detailsCss.details}>
      {found === undefined || id === undefined ? null : (
        <Choices
          live={live}
          acts={acts}
          title={<EntityButton kind={found.kind} id={id} status={found.entity.status} />}
          none="Nothing can be done to it now."
        />
      )}
      <Choices live={live} acts={actsOnWorld(state)} title="the world" none="" />
      <RequestForm live={live} />
    </div>
  );
};

const kindAndEntity = (state: State, id: string) => {
  for (const kind of kinds) {
    const entity = state.find(kind, id);
    if (entity !== undefined) return { kind, entity };
  }
  return undefined;
};

/** The past of a world does not change: there, an action needs another world. */
const Past = ({ live }: { readonly live: Live }) => {
  const { desk } = useConsole();
  const body = { seq: desk.seq.value };
  const fork = async (): Promise<void> => {
    const made = await live.control<ServedWorld>('POST', 'forks', body);
    if (made !== undefined) live.choose(made.id);
  };
  return (
    <div class={detailsCss.details}>
      <p>
        This is the past: entry {desk.seq.value} of {desk.length.value}. A call is made at the end of a world; to act here, fork the world
        here.
      </p>
      <Commands>
        <button
          type="button"
          class="key main"
          data-command={live.command({ method: 'POST', path: '_podsim/v1/forks', body })}
          onClick={fork}
        >
          Fork here
        </button>
        <button type="button" class="key" onClick={() => desk.go(desk.length.value)}>
          To the end
        </button>
      </Commands>
    </div>
  );
};

interface ChoicesProps {
  readonly live: Live;
  readonly acts: readonly Act[];
  readonly title: preact.ComponentChildren;
  readonly none: string;
}

const Choices = ({ live, acts, title, none }: ChoicesProps) => (
  <section class={detailsCss.part}>
    <h3>What could be done to {title}</h3>
    {acts.length === 0 ? <p class="dim">{none}</p> : null}
    <Commands>
      {acts.map((act) => (
        <button
          key={act.name}
          type="button"
          class="key"
          data-command={live.command(withKey(live, act))}
          onClick={() => {
            live.draft.value = act;
          }}
        >
          {act.name} …
        </button>
      ))}
    </Commands>
  </section>
);

const withKey = (live: Live, { call: { needsKey, ...request } }: Act) => ({ ...request, ...(needsKey ? { key: live.key } : {}) });

/** One request, to be changed and sent; and its answer. */
const RequestForm = ({ live }: { readonly live: Live }) => {
  const draft = live.draft.value;
  const text = useSignal('');
  const path = useSignal('');
  const answered = useSignal<ServerAnswer | undefined>(undefined);
  // In the frame in which the draft is drawn: later, it would replace what was typed meanwhile.
  useLayoutEffect(() => {
    path.value = draft?.call.path ?? '';
    text.value = draft?.call.body === undefined ? '' : JSON.stringify(draft.call.body, null, 2);
    answered.value = undefined;
  }, [draft, path, text, answered]);
  if (draft === undefined) return null;
  const body = parseText(text.value);
  const request = { ...withKey(live, draft), path: path.value, body: 'value' in body ? body.value : undefined };
  return (
    <form
      class={`${css.fields} ${css.request}`}
      aria-label="Request"
      onSubmit={async (event) => {
        event.preventDefault();
        answered.value = await live.send(request);
      }}
    >
      <h3>{draft.name}</h3>
      <label>
        <span>
          <code>{draft.call.method}</code> path
        </span>
        <input
          class={css.mono}
          spellcheck={false}
          value={path.value}
          onInput={({ currentTarget }) => {
            path.value = currentTarget.value;
          }}
        />
      </label>
      <label>
        body, as JSON
        <textarea
          class={css.mono}
          spellcheck={false}
          rows={Math.min(12, text.value.split('\n').length + 1)}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </label>
      {draft.call.needsKey && live.key?.startsWith('…') ? (
        <label>
          API key {live.key}
          <input
            type="password"
            autocomplete="off"
            onChange={({ currentTarget }) => {
              live.takeKey(currentTarget.value);
            }}
          />
        </label>
      ) : null}
      {'problem' in body ? (
        <p class={css.trouble} role="alert">
          {body.problem}
        </p>
      ) : null}
      <button type="submit" class="key main" disabled={'problem' in body}>
        Send
      </button>
      <Command text={live.command(request)} max={2_000} />
      {answered.value === undefined ? null : <Answer answered={answered.value} />}
    </form>
  );
};

const Answer = ({ answered: { status, text, rule } }: { readonly answered: ServerAnswer }) => (
  <div role="status" class={css.answer} ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
    <h3>
      <MarkSign mark={status < 300 ? { color: 'good', shape: '✓' } : { color: 'bad', shape: '✕' }} /> {status}
    </h3>
    {rule === undefined ? null : <RuleText id={rule} />}
    {text === '' ? <p class="dim">An empty body.</p> : <Block value={pretty(text)} />}
  </div>
);

const parseText = (text: string): { readonly value?: Json } | { readonly problem: string } => {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: `the body is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
