import { findKind, findRule } from '../../../../../engine/cloud/index.ts';
import { eventWords } from '../../../../../engine/scenario/index.ts';
import { chain, findTone } from '../../../../../engine/world/index.ts';
import { toneMarks } from '../../marks.ts';
import type { RunLog } from '../../model/runLog.ts';
import { Block, EntityButton, EntryButton, MarkSign, Text, Time } from '../parts.tsx';
import * as css from './entry.css';

const effectsMax = 24;

/** The entry at the moment: what it says, its rule, what caused it, and what followed from it. */
export const EntryCard = ({ log, seq }: { readonly log: RunLog; readonly seq: number }) => {
  const entry = log.entry(seq);
  if (entry === undefined) return <p class="dim">Before the first entry: nothing has happened yet.</p>;
  const { at, cause, event } = entry;
  const [kind, subject] = [findKind(event), log.subject(seq)];
  const { links, leftOut } = chain((one) => log.entry(one), cause === 0 ? undefined : log.entry(cause));
  const effects = log.causes.effects(seq, effectsMax + 1);
  return (
    <article class={css.entry}>
      <h3>
        <MarkSign mark={toneMarks[findTone(event.type) ?? 'progress']} />
        {event.type}
        <span class="dim number">#{seq}</span>
      </h3>
      <p>
        <Time at={at} /> {kind === undefined || subject === undefined ? null : <EntityButton kind={kind} id={subject} />}
      </p>
      <p class="said">
        <Text value={eventWords(event, log.labels)} max={600} />
      </p>
      <RuleText id={log.rule(seq)} />
      <Links name="because of">
        {links.length === 0 ? (
          <span class="dim">
            {cause !== 0 ? 'itself' : findKind(event) === undefined ? 'what came from outside' : 'how the world began'}
          </span>
        ) : null}
        {links.map((link, k) => (
          <span key={link.seq}>
            {k > 0 ? <span class="dim"> ← </span> : null}
            {k > 0 && k === links.length - 1 && leftOut > 0 ? <span class="dim">… {leftOut} more … ← </span> : null}
            <EntryButton seq={link.seq} type={link.event.type} />
          </span>
        ))}
      </Links>
      <Links name="led to">
        {effects.length === 0 ? <span class="dim">nothing more</span> : null}
        {effects.slice(0, effectsMax).map((one) => (
          <EntryButton key={one} seq={one} type={log.entry(one)?.event.type ?? ''} />
        ))}
        {effects.length > effectsMax ? <span class="dim">and more</span> : null}
      </Links>
      <details>
        <summary>JSON</summary>
        <Block value={JSON.stringify({ seq, at, cause, ...event }, null, 2)} />
      </details>
    </article>
  );
};

/** A rule by its id, with its text and what it rests on. */
export const RuleText = ({ id }: { readonly id: string }) => {
  const rule = findRule(id);
  return rule === undefined ? null : (
    <p class={css.rule}>
      <code>{rule.id}</code> <Marked text={rule.text} /> <span class="dim">({rule.source})</span>
    </p>
  );
};

/** A text of the rulebook, where code stands between backticks. */
const Marked = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, k) => (k % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);

const Links = ({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) => (
  <div class="row">
    <span class="row-name">{name}</span>
    <div class="links">{children}</div>
  </div>
);
