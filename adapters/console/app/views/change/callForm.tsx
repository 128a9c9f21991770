import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { findOperation } from '../../../../../engine/api/index.ts';
import type { FaultKind } from '../../../../../engine/cloud/index.ts';
import { readCallNode, readSettingsNode, type SchemaNode } from '../../../../../engine/compare/index.ts';
import type { Json } from '../../../../../engine/kernel/index.ts';
import { type Draft, readDraft, readTexts, writeDraft, writeTexts } from '../../model/change/draft.ts';
import { belongsToFault, describeForFault, faultForms } from '../../model/change/faults.ts';
import type { ValuePath } from '../../model/change/fields.ts';
import { listNamed } from '../../model/change/ids.ts';
import { type Complaint, placeComplaints } from '../../model/change/refusal.ts';
import type { RunLog } from '../../model/runLog.ts';
import { useConsole } from '../context.ts';
import { CopyCommand } from '../copy.tsx';
import { Answered } from './answered.tsx';
import * as css from './callForm.css';
import { FieldView } from './field.tsx';
import { useActing } from './useActing.ts';

interface CallFormProps {
  readonly log: RunLog;
  readonly seq: number;
  readonly text: string;
}

/** One change as a form of its schema, or as its text. Both are the same: the form reads and writes the text. */
export const CallForm = ({ log, seq, text }: CallFormProps) => {
  const { session } = useConsole();
  const isText = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const read = useMemo(() => readDraft(text), [text]);
  const draft = 'draft' in read ? read.draft : undefined;
  const acting = useActing({ log, seq, text, draft });
  const { answered } = acting;
  const asText = isText.value || draft === undefined;
  useEffect(() => {
    if (!session.change.wantsFocus) return;
    session.change.wantsFocus = false;
    form.current?.querySelector<HTMLElement>('[data-path]:not([data-path$=fault]), textarea')?.focus();
  });
  // A refusal leads to the field that it is about.
  useEffect(() => {
    if (answered?.refusal !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [JSON.stringify(answered?.refusal)]);
  return (
    <form
      ref={form}
      class={css.form}
      aria-label="Change"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (acting.canAct) void acting.act();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
    >
      <div class={css.head}>
        <button
          type="button"
          class="key"
          onClick={() => {
            session.change.text.value = undefined;
          }}
        >
          ‹ All
        </button>
        <h3>
          {nameDraft(draft)} <code>{draft?.act ?? ''}</code>
        </h3>
        <label>
          <input
            type="checkbox"
            checked={asText}
            disabled={draft === undefined}
            onChange={({ currentTarget }) => {
              isText.value = currentTarget.checked;
            }}
          />{' '}
          as text
        </label>
      </div>
      {asText || draft === undefined ? (
        <TextField text={text} problem={'problem' in read ? read.problem : undefined} />
      ) : (
        <Fields draft={draft} log={log} seq={seq} complaints={complaintsAbout(draft, answered?.refusal)} />
      )}
      {acting.unknownKey === undefined ? null : <KeyField end={acting.unknownKey} />}
      <div class={css.end}>
        <button type="submit" class="key main" disabled={!acting.canAct} title="Ctrl Enter" data-command={acting.commands[0]?.command}>
          {acting.verb}
        </button>
        <p class="dim">{acting.words}</p>
      </div>
      {answered === undefined ? null : <Answered answered={answered} />}
      {acting.commands.map(({ name, command }) => (
        <div key={name} class={css.command}>
          <span class="dim small">{name}</span>
          <CopyCommand text={command} name={name} />
        </div>
      ))}
    </form>
  );
};

/** A server shows only the ends of keys. */
const KeyField = ({ end }: { readonly end: string }) => {
  const { live } = useConsole();
  return (
    <label>
      API key {end} <input type="password" autocomplete="off" onChange={({ currentTarget }) => live?.takeKey(currentTarget.value)} />
    </label>
  );
};

const TextField = ({ text, problem }: { readonly text: string; readonly problem: string | undefined }) => {
  const { session } = useConsole();
  return (
    <>
      <textarea
        class={css.text}
        aria-label="The change as text"
        aria-invalid={problem !== undefined}
        rows={Math.min(20, text.split('\n').length + 1)}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          session.change.text.value = currentTarget.value;
        }}
      />
      {problem === undefined ? null : (
        <p role="alert" class="c-bad said">
          {problem.slice(0, 400)}
        </p>
      )}
    </>
  );
};

interface FieldsProps {
  readonly draft: Draft;
  readonly log: RunLog;
  readonly seq: number;
  readonly complaints: readonly Complaint[];
}

const Fields = ({ draft, log, seq, complaints }: FieldsProps) => {
  const { session } = useConsole();
  const state = log.stateAt(seq);
  const isCall = draft.act !== undefined;
  const node: SchemaNode = (isCall ? readCallNode(draft.act ?? '') : readSettingsNode()) ?? {};
  const written = isCall ? draft.with : draft.settings;
  const fault = readFault(draft);
  const change = (value: Json | undefined): void => {
    const { with: _with, settings: _settings, ...rest } = draft;
    const part = value ?? {};
    session.change.text.value = writeDraft(
      isCall ? { ...rest, ...(value === undefined ? {} : { with: writeTexts(part) }) } : { ...rest, settings: part },
    );
  };
  return (
    <div class={css.fields}>
      <FieldView
        form={{
          value: isCall ? readTexts(written ?? {}) : written,
          change,
          complaints,
          namesFor: (path) => (isCall ? listNamed(state, path) : undefined),
          labelFor: (id) => log.labels.findName(id),
          describe: (description) => (fault === undefined ? description : describeForFault(fault, description)),
          isShown: (path) => fault === undefined || belongsToFault(fault, path.slice(1)),
        }}
        node={node}
        path={[]}
      />
    </div>
  );
};

const readFault = ({ act, with: written }: Draft): FaultKind | undefined => {
  const { body } = (written ?? {}) as { readonly body?: { readonly fault?: FaultKind } };
  return act === 'injectFault' && faultForms.some(({ fault }) => fault === body?.fault) ? body?.fault : undefined;
};

const nameDraft = (draft: Draft | undefined): string => {
  if (draft === undefined) return 'A change';
  const fault = readFault(draft);
  const named = faultForms.filter((one) => one.fault === fault);
  if (named.length === 1) return named[0]?.words ?? '';
  return draft.act === undefined ? 'Change settings' : (findOperation(draft.act)?.summary ?? draft.act);
};

const complaintsAbout = ({ act = '' }: Draft, refusal: Parameters<typeof placeComplaints>[0] | undefined): readonly Complaint[] => {
  const names: ValuePath = Object.keys(readCallNode(act)?.properties ?? {}).filter((name) => name !== 'body' && name !== 'query');
  return refusal === undefined ? [] : placeComplaints(refusal, names as readonly string[]);
};
