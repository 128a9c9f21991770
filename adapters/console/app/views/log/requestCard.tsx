import { findOperation } from '../../../../../engine/api/index.ts';
import { httpCall } from '../../../../../engine/compare/index.ts';
import { sayDuration } from '../../../../../engine/kernel/index.ts';
import { entryBefore, findSubject, type ShownCall } from '../../model/calls/requests.ts';
import { writeCurl } from '../../model/servedAt.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { CopyCommand } from '../copy.tsx';
import { ServerCommand, useServerAt } from '../live/acts.tsx';
import { Block, EntryButton, Text, Time } from '../parts.tsx';
import { RuleText } from './entry.tsx';
import * as css from './requestCard.css';

/** One call in full: what was asked, what was answered, by which rule, and the command that asks the same. */
export const RequestCard = ({ call }: { readonly call: ShownCall }) => {
  const { desk } = useConsole();
  const { server, start } = useServerAt(entryBefore(call));
  const { log } = desk;
  if (log === undefined) return null;
  const { seq, call: event, client, status, rule, refusal, answer } = call;
  const { params, query, body, unreadable, method } = event.request;
  const row = findOperation(event.operation);
  const subject = findSubject(log, call);
  const command = row?.passesOn === true ? undefined : writeCurl(httpCall(event.operation, event.request), server);
  return (
    <section class={css.requestCard} tabIndex={0} aria-label="The call at the moment">
      <h3>
        {event.operation}{' '}
        <code>
          {method ?? row?.methods[0]} <Text value={fillPath(row?.path ?? '', params)} max={200} />
        </code>
      </h3>
      <p>
        <Time at={call.at} /> by <Text value={client} max={60} />{' '}
        {seq > 0 ? <EntryButton seq={seq} /> : <span class="dim">nothing followed from it, so the log does not have it</span>}
        {subject === undefined ? null : (
          <span class="dim">
            {' '}
            about <Text value={log.labels.findName(subject)} max={60} />
          </span>
        )}
      </p>
      {Object.keys(query).length === 0 ? null : <JsonText text={JSON.stringify(query)} />}
      {body === undefined ? null : <JsonText text={JSON.stringify(body)} />}
      {unreadable === undefined ? null : (
        <p>
          its body could not be read: <Text value={unreadable.detail} max={300} />
        </p>
      )}
      <p>
        <b>
          {status ??
            (desk.awaitsAnswers.value
              ? 'The answer is awaited.'
              : desk.answers.value === undefined
                ? 'The answer is not known here.'
                : 'It was not answered.')}
        </b>{' '}
        {refusal === undefined ? null : (
          <>
            <EntryButton seq={refusal.seq} /> <Text value={log.labels.inText(refusal.event.detail)} max={600} />
          </>
        )}
        {answer === undefined || answer.at <= call.at ? null : <span class="dim">after {sayDuration(answer.at - call.at)}</span>}
      </p>
      {rule === undefined ? null : <RuleText id={rule} />}
      {answer?.text === undefined ? null : <JsonText text={answer.text} />}
      {command === undefined ? null : (
        <>
          <ServerCommand start={start} />
          <CopyCommand text={command} name={event.operation} />
        </>
      )}
    </section>
  );
};

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** JSON on one line where that is short enough; else with its lines, if it is whole. */
const JsonText = ({ text }: { readonly text: string }) => {
  if (text.length <= inlineMax)
    return (
      <p>
        <code>{plainText(text, inlineMax)}</code>
      </p>
    );
  return <Block value={text.endsWith('…') || text.length > prettyMax ? text : JSON.stringify(JSON.parse(text), null, 2)} max={4_000} />;
};

const inlineMax = 160;
/** More is not worth the time: it is cut anyway. */
const prettyMax = 20_000;
