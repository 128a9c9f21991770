import { shellWord } from '../../../../../engine/compare/index.ts';
import { finish, sayDuration } from '../../../../../engine/kernel/index.ts';
import { type Explanation, explain, wayWords } from '../../../../../engine/world/index.ts';
import type { RunLog } from '../../model/runLog.ts';
import { OwnBill } from '../charts/bill.tsx';
import { useConsole, useMoment } from '../context.ts';
import { ActsNow, LifecyclePart } from '../diagram/diagram.tsx';
import { Fold } from '../fold.tsx';
import { Command, EntityButton, EntryButton, Status, Text, Time } from '../parts.tsx';
import * as css from './details.css';
import { EntryCard, RuleText } from './entry.tsx';
import { Upcoming } from './next.tsx';
import { WorkTime } from './waterfall.tsx';

/** As many steps as are worth reading; the log has all. */
const stepsMax = 12;

/** What is selected: why it is as it is, and what comes; what comes at all if nothing is selected; and the entry at the moment. */
export const DetailsView = () => {
  const { desk, course } = useConsole();
  const moment = useMoment('settled');
  if (moment === undefined) return null;
  const { log, seq } = moment;
  const id = desk.selected.value ?? entityNamedBy(log, seq);
  return (
    <div class={css.details}>
      {id === undefined ? (
        <p class="empty">Select a job, a worker or anything else that has a name: here stands why it is as it is.</p>
      ) : (
        <Why log={log} seq={seq} id={id} />
      )}
      <h2 class={css.further}>Entry at the moment</h2>
      <EntryCard log={log} seq={seq} />
      {id === undefined && course === undefined ? <Upcoming log={log} seq={seq} /> : null}
    </div>
  );
};

/** The entity that a call is about, where nothing is selected: that of its path. */
const entityNamedBy = (log: RunLog, seq: number): string | undefined => {
  const entry = log.entry(seq);
  const call = entry?.event.type === 'InputRefused' ? log.entry(entry.cause)?.event : entry?.event;
  return call?.type === 'InputReceived' ? Object.values(call.request.params).at(-1) : undefined;
};

const Why = ({ log, seq, id }: { readonly log: RunLog; readonly seq: number; readonly id: string }) => {
  const { source } = useConsole();
  const reader = { length: seq, entries: (after = 0) => log.entries(after), entry: (one: number) => log.entry(one) };
  const found = finish(explain(reader, id, log.settingsAt(seq), log.stateAt(seq), { last: stepsMax, entriesMax: seq - log.first }));
  if (found === undefined)
    return (
      <p class="empty">
        <Text value={log.labels.findName(id)} max={60} /> does not exist at this moment.
      </p>
    );
  return (
    <>
      <Found found={found} log={log} seq={seq} />
      <Command text={`podsim explain ${source()} ${shellWord(log.names.findName(id))}`} />
    </>
  );
};

interface FoundProps {
  readonly found: Explanation;
  readonly log: RunLog;
  readonly seq: number;
}

const Found = ({ found, log, seq }: FoundProps) => {
  const { desk } = useConsole();
  const { kind, id, status, description, waitsFor, names, history, earlier, refusals, earlierRefusals } = found;
  const { labels } = log;
  return (
    <article class={css.found}>
      <h2>
        <EntityButton kind={kind} id={id} /> <Status kind={kind} status={status} />
      </h2>
      {labels.findName(id) === id ? null : (
        <p class="dim small">
          <Text value={id} max={60} />
        </p>
      )}
      {kind === 'job' || kind === 'request' ? <WorkTime log={log} id={id} /> : <p>{description}.</p>}
      <OwnBill log={log} seq={seq} id={id} />
      {waitsFor.length === 0 ? null : (
        <Part title="It waits for">
          <ul class={css.waits}>
            {waitsFor.map((words) => (
              <li key={words}>
                <Text value={labels.inText(words)} max={600} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {refusals.length === 0 ? null : (
        <Part title={`What was refused${earlierRefusals > 0 ? `, ${earlierRefusals} earlier left out` : ''}`}>
          {refusals.map((refusal) => (
            <div key={refusal.seq}>
              <p>
                <EntryButton seq={refusal.seq} /> <Time at={refusal.at} /> {refusal.operation}:{' '}
                <Text value={labels.inText(refusal.detail)} max={600} />
              </p>
              <RuleText id={refusal.rule} />
            </div>
          ))}
        </Part>
      )}
      <Part title={`How it got here, newest first${earlier > 0 ? `, ${earlier} earlier steps left out` : ''}`}>
        <ol class={css.steps}>
          {[...history].reverse().map((step) => (
            <Step key={step.entry.seq} step={step} />
          ))}
        </ol>
        <button
          type="button"
          class="link"
          onClick={() => {
            desk.filter.value = `of:${names.findName(id)}`;
          }}
        >
          filter the log by it
        </button>
      </Part>
      <Fold title="What can come" content={() => <ToCome found={found} log={log} seq={seq} />} />
      <Fold title="Its lifecycle" content={() => <LifecyclePart log={log} seq={seq} id={id} />} />
    </article>
  );
};

/** What will happen by itself, what callers could do, and what else may happen. */
const ToCome = ({ found: { kind, id, timers, way, possible }, log, seq }: FoundProps) => {
  const at = useConsole().desk.timeAt(seq);
  const byItself = possible.filter(({ byCaller }) => byCaller === undefined);
  return (
    <div class={css.toCome}>
      {way === null ? null : <p>{wayWords(way)}.</p>}
      {timers.length === 0 ? null : (
        <Part title="By itself">
          <ul>
            {[...timers]
              .sort((a, b) => a.at - b.at)
              .map((timer) => (
                <li key={timer.name}>
                  <Time at={timer.at} /> <span class="dim">in {sayDuration(Math.max(0, timer.at - at))}</span> {timer.name}: {timer.then}
                </li>
              ))}
          </ul>
        </Part>
      )}
      <Part title="By a call">
        <ActsNow log={log} seq={seq} id={id} />
      </Part>
      <Part title="What may happen">
        <ul>
          {byItself.map(({ event, to, description: words, rule }) => (
            <li key={event}>
              {event} → <Status kind={kind} status={to} />: {words} <code>{rule}</code>
            </li>
          ))}
        </ul>
        {byItself.length === 0 ? <p class="dim">Nothing any more.</p> : null}
      </Part>
    </div>
  );
};

const Step = ({ step: { entry, from, to, rule, description, because } }: { readonly step: Explanation['history'][number] }) => {
  const [nearest] = because.links;
  return (
    <li>
      <EntryButton seq={entry.seq} type={entry.event.type} /> <Time at={entry.at} />
      <div class="dim">
        {from === to ? to : `${from} → ${to}`}: {description} <code title="the rule">{rule}</code>
        {nearest === undefined ? null : (
          <>
            {' '}
            because of <EntryButton seq={nearest.seq} type={nearest.event.type} />
          </>
        )}
      </div>
    </li>
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children: preact.ComponentChildren }) => (
  <section class={css.part}>
    <h3>{title}</h3>
    {children}
  </section>
);
