import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { PaneName } from '../model/panes.ts';
import { type Console, ConsoleContext, useConsole } from './context.ts';
import { FailureLine } from './editor/failureLine.tsx';
import { Find } from './find.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { pressKey } from './keys.ts';
import { CommandBar } from './live/commandBar.tsx';
import { LiveBar, LiveTrouble } from './live/liveBar.tsx';
import { LiveWaiting } from './log/following.tsx';
import { Trail } from './log/trail.tsx';
import { OpeningLine } from './opening.tsx';
import { Text } from './parts.tsx';
import { RangeStrip } from './range.tsx';
import { Report } from './report.tsx';
import * as css from './shell.css';
import { Tape } from './tape.tsx';
import { Transport } from './transport.tsx';
import { useNarrow } from './useSize.ts';

/** The whole page. */
export const Shell = ({ tools }: { readonly tools: Console }) => {
  const opened = useSignal<'help' | 'find' | undefined>(undefined);
  const { courseParts } = tools;
  const dialogs = useMemo(() => ({ help: () => (opened.value = 'help'), find: () => (opened.value = 'find') }), [opened]);
  const close = (): void => {
    opened.value = undefined;
  };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // A lesson has none of the things that keys move.
      if (tools.course !== undefined && tools.course.opened.peek() === undefined) return;
      if (pressKey(event, tools, dialogs)) event.preventDefault();
    };
    addEventListener('keydown', press);
    addEventListener('pointerdown', closePopups);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('pointerdown', closePopups);
    };
  }, [tools, dialogs]);
  return (
    <ConsoleContext.Provider value={tools}>
      <div class="shell">
        {courseParts === undefined ? <Header session={tools.session} dialogs={dialogs} /> : <courseParts.Header help={dialogs.help} />}
        <Body />
        {courseParts === undefined ? <CommandBar /> : null}
      </div>
      {courseParts === undefined ? <Report /> : null}
      {opened.value === 'help' ? <Help close={close} /> : opened.value === 'find' ? <Find close={close} dialogs={dialogs} /> : null}
    </ConsoleContext.Provider>
  );
};

/** A press anywhere else closes what has popped up. In a menu it does not: what is pressed would move away below the pointer. */
const closePopups = ({ target }: Event): void => {
  for (const popup of document.querySelectorAll('details.badge[open]'))
    if (!(target instanceof Node && (popup.parentElement?.closest('details.badge') ?? popup).contains(target)))
      popup.removeAttribute('open');
};

const Body = () => {
  const { desk, panes, live, session, course, courseParts } = useConsole();
  // Its menu has the clock there.
  const isNarrow = useNarrow();
  desk.version.value;
  if (courseParts !== undefined && course?.opened.value === undefined)
    return course?.chosen.value === undefined ? <courseParts.List /> : <courseParts.Lesson />;
  const world = live?.isOpen.value === true ? live : undefined;
  if (world !== undefined && (desk.log === undefined || world.following.value.state === 'locked')) return <LiveWaiting live={world} />;
  const hasLog = desk.phase.value !== 'failed' && desk.log !== undefined;
  const view = panes.views.find(({ id }) => id === panes.open.main.value);
  if (!hasLog && (view?.needsNoLog !== true || session.run === undefined)) {
    if (desk.phase.value === 'failed') return <Problems lines={desk.problems.value} />;
    return <main class={css.waiting}>The run is being played in this page …</main>;
  }
  return (
    <main class={css.panes} data-front={panes.front.value}>
      {hasLog ? (
        <section class={css.topPart} aria-label="The run and the moment">
          {course !== undefined || world !== undefined ? null : <Trail />}
          {world === undefined || isNarrow ? null : <LiveBar live={world} />}
          {world === undefined ? null : <LiveTrouble live={world} />}
          {course !== undefined || world !== undefined ? null : (
            <>
              <FailureLine />
              <OpeningLine />
            </>
          )}
          <Transport />
        </section>
      ) : null}
      {hasLog ? (
        <section class={css.timePart} aria-label="Time">
          {panes.pinned.value.has('tape') || view?.id === 'timeline' ? <Tape /> : null}
          {course === undefined ? <RangeStrip /> : null}
        </section>
      ) : null}
      <section class={css.paneMain} aria-label="Views">
        <Pane name="main" />
      </section>
      <section class={css.paneSide} aria-label="Beside">
        <Pane name="side" />
      </section>
    </main>
  );
};

const Pane = ({ name }: { readonly name: PaneName }) => {
  const { panes } = useConsole();
  const open = panes.open[name].value;
  const view = panes.views.find(({ id }) => id === open);
  const Component = view?.Component as ComponentType | undefined;
  return (
    <>
      <nav class={css.tabs} aria-label={name === 'main' ? 'Views' : 'Views beside'}>
        {panes.tabs.map(({ id, title, key, pane }) => (
          <button
            key={id}
            type="button"
            class={pane === name ? css.tab : `${css.tab} ${css.elsewhere}`}
            aria-current={(pane === name ? open === id : false) ? 'page' : undefined}
            title={`${title} (${key})`}
            onClick={() => panes.show(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      {view === undefined || Component === undefined ? null : (
        <div class={css.view} data-view={view.id}>
          <h2 class="sr">{view.title}</h2>
          <Component />
        </div>
      )}
    </>
  );
};

const Problems = ({ lines }: { readonly lines: readonly string[] }) => {
  const { panes, session } = useConsole();
  return (
    <main class={css.problems}>
      <h2>There is nothing to show</h2>
      <ul>
        {lines.slice(0, 50).map((line) => (
          <li key={line}>
            <Text value={line} max={600} />
          </li>
        ))}
      </ul>
      {session.run === undefined || !panes.views.some(({ id, needsNoLog }) => id === 'change' && needsNoLog === true) ? null : (
        <p>
          <button type="button" class="key" onClick={() => panes.show('change', 'scenario')}>
            Open the scenario in the editor
          </button>
        </p>
      )}
    </main>
  );
};
