import { describeTimes, timesText } from '../../../../engine/cloud/index.ts';
import { commands } from '../model/commands.ts';
import { listTrail } from '../model/runs.ts';
import type { Session } from '../session.ts';
import { plainText } from '../text.ts';
import { useConsole } from './context.ts';
import * as css from './header.css';
import type { Dialogs } from './keys.ts';
import { LinkMaker } from './linkMaker.tsx';
import { LiveBar } from './live/liveBar.tsx';
import { Worlds } from './live/worlds.tsx';
import { LiveBadge } from './log/following.tsx';
import { MarkSign, Text } from './parts.tsx';
import { useNarrow } from './useSize.ts';

interface HeaderProps {
  readonly session: Session;
  readonly dialogs: Dialogs;
}

/** What is played, what it came to, and whether it is what the page was made with. In a narrow window a menu has what few need at once. */
export const Header = ({ session, dialogs }: HeaderProps) => {
  const isNarrow = useNarrow();
  return (
    <header class="header">
      <h1>
        <span class="brand">podsim</span>
        {session.live === undefined ? <Runs session={session} /> : null}
      </h1>
      {session.live === undefined ? (
        <>
          <Verdict session={session} />
          <Fingerprint session={session} />
        </>
      ) : (
        <>
          <Worlds live={session.live} />
          <LiveBadge live={session.live} />
        </>
      )}
      {isNarrow ? null : <TimesBadge />}
      <span class="spring" />
      {isNarrow ? null : <Links session={session} />}
      <button type="button" class="key" onClick={dialogs.find} title="Find anything (Ctrl K)">
        Find
      </button>
      {isNarrow ? (
        <details class="badge">
          <summary>
            <span aria-hidden="true">⋯</span>
            <span class="sr">More</span>
          </summary>
          <div class={`popup ${css.right}`}>
            {session.live === undefined ? null : <LiveBar live={session.live} />}
            <TimesBadge />
            <Links session={session} />
            <HelpKey help={dialogs.help} />
          </div>
        </details>
      ) : (
        <HelpKey help={dialogs.help} />
      )}
    </header>
  );
};

const HelpKey = ({ help }: { readonly help: () => void }) => (
  <button type="button" class="key" onClick={help} aria-label="Help: keys and signs" title="Keys and signs (?)">
    ?
  </button>
);

/** Where else a reader may go, and what leads back here. */
const Links = ({ session }: { readonly session: Session }) => (
  <>
    {session.live === undefined ? null : (
      <a class="key" href="console/lessons" title="A course that teaches the rules of the platform">
        Lessons
      </a>
    )}
    <LinkMaker session={session} />
  </>
);

/** The runs to choose from; branches stand in the trail. */
const Runs = ({ session }: { readonly session: Session }) => {
  const { source, desk } = useConsole();
  const runs = session.runs.value.flatMap((run, index) => (run.parent === undefined ? [{ run, index }] : []));
  const shown = session.run === undefined ? undefined : listTrail(session.run)[0];
  if (runs.length <= 1) return <Text value={desk.title.value || (shown?.name ?? '')} max={90} />;
  return (
    <select
      class={css.runs}
      data-command={commands.only(source(), shown?.name ?? '')}
      aria-label="Run"
      value={String(runs.find(({ run }) => run === shown)?.index)}
      onChange={({ currentTarget }) => session.choose(Number(currentTarget.value))}
    >
      {runs.map(({ run, index }) => (
        <option key={index} value={String(index)}>
          {plainText(run.name, 120)}
        </option>
      ))}
    </select>
  );
};

const Verdict = ({ session }: { readonly session: Session }) => {
  const { desk, source } = useConsole();
  const [phase, outcome] = [desk.phase.value, desk.outcome.value];
  if (outcome === undefined)
    return phase === 'playing' || phase === 'reading' ? (
      <span class="badge" role="status">
        plays …{' '}
        <button type="button" class="link" onClick={() => session.stop()}>
          stop
        </button>
      </span>
    ) : (
      <span class="badge" role="status">
        {phase === 'stopped' ? 'stopped' : 'not played'}
      </span>
    );
  // What Node found, the page may be unable to check.
  const verdict = session.run?.known?.failure === undefined ? outcome.verdict : 'fail';
  const color = verdict === 'pass' ? 'good' : 'bad';
  const words = { pass: 'passes', fail: 'fails', incomplete: 'incomplete' }[verdict];
  return (
    <details class="badge" name="header">
      <summary data-command={commands.verdict(source())}>
        <MarkSign mark={{ color, shape: verdict === 'pass' ? '✓' : '✕' }} />
        <span role="status">{words}</span>
      </summary>
      <div class="popup">
        {verdict === 'pass' ? <p>Everything was as the scenario expects.</p> : null}
        <ul>
          {outcome.failures.slice(0, 50).map((failure) => (
            <li key={failure}>
              <Text value={failure} max={600} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
};

/** The same inputs give the same log, bit for bit, here and in Node: the page shows that they did. */
const Fingerprint = ({ session }: { readonly session: Session }) => {
  const { desk, source } = useConsole();
  const outcome = desk.outcome.value;
  if (outcome === undefined) return null;
  const known = session.run?.known?.fingerprint;
  const isSame = known === outcome.fingerprint;
  const words = known === undefined ? 'fingerprint' : isSame ? 'same fingerprint' : 'other fingerprint';
  return (
    <details class="badge" name="header">
      <summary id="fingerprint" data-command={commands.fingerprint(source())} data-same={known === undefined ? 'unknown' : String(isSame)}>
        {known === undefined ? null : <MarkSign mark={isSame ? { color: 'good', shape: '✓' } : { color: 'bad', shape: '✕' }} />}
        <span class={known === undefined ? undefined : css.words}>{words}</span> <code>{outcome.fingerprint.slice(0, 8)}</code>
      </summary>
      <div class="popup">
        <p>
          This run: <code>{outcome.fingerprint}</code>
        </p>
        {known === undefined ? (
          <p>The page was not made with this run, so there is nothing to compare it with.</p>
        ) : (
          <p>
            When the page was made: <code>{known}</code>.{' '}
            {isSame ? 'The log is the same, bit for bit.' : 'This browser came to another log: that is a defect of podsim.'}
          </p>
        )}
      </div>
    </details>
  );
};

/** Which times the run was made with, and how far off they are: a duration on this page means little without it. */
const TimesBadge = () => {
  const { desk } = useConsole();
  const log = desk.log;
  if (log === undefined) return null;
  const times = describeTimes(log.header.definition, () => log.series.record.mechanisms);
  return (
    <details class="badge" name="header">
      <summary id="times">times: {times.timing}</summary>
      <div class="popup">
        <p>Times: {timesText(times)}.</p>
        {times.timing === 'textbook' ? (
          <p>They were chosen so that a timeline can be read. A world with a measured timing has those that were seen on the platform.</p>
        ) : (
          <p>
            They were computed from what was seen on the platform. <code>podsim spec times</code> shows each, and what it rests on.
          </p>
        )}
      </div>
    </details>
  );
};
