import { useSignal } from '@preact/signals';
import type { Live } from '../../live/live.ts';
import type { Following } from '../../source/remote.ts';
import { MarkSign, Text } from '../parts.tsx';
import * as shellCss from '../shell.css';
import * as css from './following.css';

/** Whether the page shows what happens now. */
export const LiveBadge = ({ live }: { readonly live: Live }) => {
  const [following, behind] = [live.following.value, live.behind.value];
  const { color, shape, words } = looks[following.state === 'live' && behind > behindMin ? 'reading' : following.state];
  return (
    <span class={`badge ${css.still}`} id="following" data-state={following.state}>
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
    <main class={shellCss.waiting}>
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
    <main class={shellCss.waiting}>
      <h2>The control plane wants a token</h2>
      <p class="dim">
        <Text value={because} max={600} />
      </p>
      <form
        class={css.token}
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
