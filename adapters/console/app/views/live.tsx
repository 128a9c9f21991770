import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ClockPolicy, Json } from '../../../../engine/index.ts';
import { controlRequest, type Live, type ServedWorld } from '../live/live.ts';
import { defaultWorld } from '../live/server.ts';
import type { Following } from '../source/remote.ts';
import { useConsole } from './context.ts';
import { MarkSign, Text, Time } from './parts.tsx';

/** Whether the page shows what happens now. */
export const LiveBadge = ({ live }: { readonly live: Live }) => {
  const [following, behind] = [live.following.value, live.behind.value];
  const { color, shape, words } = looks[following.state === 'live' && behind > behindMin ? 'reading' : following.state];
  return (
    <span class="badge still" id="following" data-state={following.state}>
      <MarkSign mark={{ color, shape }} />
      <span role="status">{words}</span>
      {behind > behindMin ? <span class="dim"> {behind.toLocaleString('en')} entries behind</span> : null}
    </span>
  );
};

const looks = {
  live: { color: 'good', shape: '●', words: 'live' },
  reading: { color: 'wait', shape: '◐', words: 'reads the log …' },
  away: { color: 'bad', shape: '✕', words: 'disconnected, tries again' },
  locked: { color: 'bad', shape: '✕', words: 'locked' },
  gone: { color: 'bad', shape: '✕', words: 'no such world' },
} as const satisfies Readonly<Record<Following['state'], unknown>>;

/** Fewer are on their way all the time. */
const behindMin = 500;

/** Instead of the views, while there is nothing to show. */
export const LiveWaiting = ({ live }: { readonly live: Live }) => {
  const following = live.following.value;
  if (following.state === 'locked') return <TokenForm live={live} because={following.because} />;
  return (
    <main class="waiting">
      <p>
        {following.state === 'reading' || following.state === 'live'
          ? `The log of the world ${live.world.value} is being read …`
          : looks[following.state].words}
      </p>
      {'because' in following ? (
        <p class="dim">
          <Text value={following.because} max={600} />
        </p>
      ) : null}
    </main>
  );
};

const TokenForm = ({ live, because }: { readonly live: Live; readonly because: string }) => {
  const token = useSignal('');
  return (
    <main class="waiting">
      <h2>The control plane wants a token</h2>
      <p class="dim">
        <Text value={because} max={600} />
      </p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.value !== '') live.unlock(token.value);
          token.value = '';
        }}
      >
        <label>
          Control token, as given to <code>podsim serve --control-token</code>
          <input
            id="token"
            type="password"
            autocomplete="off"
            value={token.value}
            onInput={({ currentTarget }) => {
              token.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit" class="key main">
          Open
        </button>
      </form>
      <p class="dim small">It is kept in this tab’s memory alone, and forgotten with it.</p>
    </main>
  );
};

/** The world that is shown, the others, and what can be done with worlds. */
export const Worlds = ({ live }: { readonly live: Live }) => {
  const { desk } = useConsole();
  const isOpen = useSignal(false);
  const [world, worlds] = [live.world.value, live.worlds.value];
  const go = (id: string | undefined): void => {
    isOpen.value = false;
    if (id !== undefined) live.choose(id);
  };
  const make = async (path: string, body: Json): Promise<void> => {
    const made = await live.control<ServedWorld>('POST', path, body);
    if (made !== undefined) go(made.id);
  };
  const drop = async (): Promise<void> => {
    await live.control('DELETE', `worlds/${world}`);
    await live.readWorlds();
    go(defaultWorld);
  };
  const fork = { seq: desk.seq.value };
  return (
    <span class="share worlds">
      <button
        type="button"
        class="key"
        aria-expanded={isOpen.value}
        aria-label={`World ${world}: choose another`}
        onClick={() => {
          isOpen.value = !isOpen.value;
          void live.readWorlds();
        }}
      >
        <span class="dim">world</span> <Text value={world} max={40} /> ▾
      </button>
      {isOpen.value ? (
        <div class="popup">
          <ul class="world-list" aria-label="Worlds">
            {worlds.slice(0, worldsMax).map(({ id, seed, entries }) => (
              <li key={id}>
                <button type="button" class="chip" aria-current={id === world ? 'true' : undefined} onClick={() => go(id)}>
                  <Text value={id} max={60} />
                </button>
                <span class="dim">
                  seed <Text value={seed} max={40} />, {entries.toLocaleString('en')} entries
                </span>
              </li>
            ))}
          </ul>
          {worlds.length > worldsMax ? <p class="dim">and {worlds.length - worldsMax} more</p> : null}
          <Commands>
            <Act live={live} path="worlds" body={{}} press={() => make('worlds', {})}>
              New world
            </Act>
            <Act live={live} path="forks" body={fork} press={() => make('forks', fork)}>
              Fork at entry {desk.seq.value}
            </Act>
            <Act live={live} path="reset" body={{}} press={() => make('reset', {})}>
              Reset
            </Act>
            {world === defaultWorld ? null : (
              <Act live={live} method="DELETE" path={`worlds/${world}`} press={drop}>
                Drop
              </Act>
            )}
          </Commands>
        </div>
      ) : null}
    </span>
  );
};

const worldsMax = 100;

/** How time passes in the world, and what moves it. */
export const LiveBar = ({ live }: { readonly live: Live }) => {
  const by = useSignal('10s');
  const clock = live.clock.value;
  const advance = (body: Json): void => void live.control('POST', 'clock/advance', body);
  return (
    <section class="live-bar" aria-label="The clock of the world">
      <Commands>
        <span class="live-now">
          <span class="dim">it is</span> {clock === undefined ? '…' : <Time at={clock.reads.ms} />}
          <span class="dim small"> since the start</span>
        </span>
        <Policy live={live} policy={clock?.policy} />
        <form
          class="advance"
          onSubmit={(event) => {
            event.preventDefault();
            advance({ by: by.value });
          }}
        >
          <input
            aria-label="How long"
            class="duration"
            value={by.value}
            onInput={({ currentTarget }) => {
              by.value = currentTarget.value;
            }}
          />
          <Act live={live} path="clock/advance" body={{ by: by.value }} isSubmit>
            Advance
          </Act>
        </form>
        <Act live={live} path="clock/advance" body={{ next: true }} press={() => advance({ next: true })} isOff={clock?.next === null}>
          To what is next
        </Act>
        <Act live={live} path="clock/advance" body={{ untilIdle: true }} press={() => advance({ untilIdle: true })}>
          Until idle
        </Act>
        {clock?.next == null ? null : (
          <span class="dim small">
            next at <Time at={clock.next.ms} />
          </span>
        )}
      </Commands>
      {live.trouble.value === undefined ? null : (
        <p class="trouble" role="alert">
          <Text value={live.trouble.value} max={600} />{' '}
          <button type="button" class="link" onClick={() => (live.trouble.value = undefined)}>
            dismiss
          </button>
        </p>
      )}
    </section>
  );
};

const Policy = ({ live, policy }: { readonly live: Live; readonly policy: ClockPolicy | undefined }) => {
  const set = async (wanted: ClockPolicy): Promise<void> => {
    await live.control('PUT', 'clock/policy', wanted as unknown as Json);
    await live.readClock();
  };
  const command = live.command(controlRequest('PUT', 'clock/policy', policy as unknown as Json));
  return (
    <span class="policy">
      <label>
        <span class="dim">clock </span>
        <select
          data-command={command}
          value={policy?.clock ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set((value === 'realtime' ? { clock: value, speed: 1 } : { clock: value }) as ClockPolicy)
          }
        >
          {policy === undefined ? <option value="">…</option> : null}
          <option value="realtime">real time</option>
          <option value="manual">by hand</option>
          <option value="auto">as calls need</option>
        </select>
      </label>
      {policy?.clock === 'realtime' ? (
        <label>
          <span class="dim"> × </span>
          <input
            class="duration"
            type="number"
            min="0.001"
            step="any"
            aria-label="Virtual seconds in a second"
            data-command={command}
            value={policy.speed}
            onChange={({ currentTarget }) => {
              const speed = Number(currentTarget.value);
              if (speed > 0) void set({ clock: 'realtime', speed });
            }}
          />
        </label>
      ) : null}
    </span>
  );
};

/** Controls in a row; the bar below shows the command of each. */
export const Commands = ({ children }: { readonly children: ComponentChildren }) => <div class="commands-row">{children}</div>;

interface ActProps {
  readonly live: Live;
  /** Below the control plane. */
  readonly path: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: Json;
  readonly press?: () => void;
  readonly isSubmit?: boolean;
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
}

/** A button that asks the control plane. */
const Act = ({ live, method = 'POST', path, body, press, isSubmit = false, isOff = false, children }: ActProps) => (
  <button
    type={isSubmit ? 'submit' : 'button'}
    class="key"
    disabled={isOff}
    data-command={live.command(controlRequest(method, path, body))}
    {...(press === undefined ? {} : { onClick: press })}
  >
    {children}
  </button>
);
