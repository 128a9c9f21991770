import { useRef } from 'preact/hooks';
import type { Json } from '../../../../../engine/kernel/index.ts';
import type { Live, ServedWorld } from '../../live/live.ts';
import { defaultWorld } from '../../source/named.ts';
import { useConsole } from '../context.ts';
import { Text } from '../parts.tsx';
import { Commands, ControlButton } from './controlButton.tsx';
import * as css from './worlds.css';

/** The world that is shown, the others, and what can be done with worlds. */
export const Worlds = ({ live }: { readonly live: Live }) => {
  const { desk } = useConsole();
  const menu = useRef<HTMLDetailsElement>(null);
  const [world, worlds] = [live.world.value, live.worlds.value];
  const go = (id: string | undefined): void => {
    menu.current?.removeAttribute('open');
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
    <details
      class={`badge ${css.worlds}`}
      name="header"
      ref={menu}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void live.readWorlds();
      }}
    >
      <summary title="Choose another world">
        <span class="dim">world</span> <Text value={world} max={40} /> ▾
      </summary>
      <div class="popup">
        <ul class={css.list} aria-label="Worlds">
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
          <ControlButton live={live} path="worlds" body={{}} press={() => make('worlds', {})}>
            New world
          </ControlButton>
          <ControlButton live={live} path="forks" body={fork} press={() => make('forks', fork)}>
            Fork at entry {desk.seq.value}
          </ControlButton>
          <ControlButton live={live} path="reset" body={{}} press={() => make('reset', {})}>
            Reset
          </ControlButton>
          {world === defaultWorld ? null : (
            <ControlButton live={live} method="DELETE" path={`worlds/${world}`} press={drop}>
              Drop
            </ControlButton>
          )}
        </Commands>
      </div>
    </details>
  );
};

const worldsMax = 100;
