import { useSignal } from '@preact/signals';
import type { ClockPolicy } from '../../../../../engine/cloud/index.ts';
import type { Json } from '../../../../../engine/kernel/index.ts';
import type { Live } from '../../live/live.ts';
import { controlRequest } from '../../source/named.ts';
import { Text, Time } from '../parts.tsx';
import { Commands, ControlButton } from './controlButton.tsx';
import * as css from './liveBar.css';

/** How time passes in the world, and what moves it. */
export const LiveBar = ({ live }: { readonly live: Live }) => {
  const by = useSignal('10s');
  const clock = live.clock.value;
  const advance = (body: Json): void => void live.control('POST', 'clock/advance', body);
  return (
    <section class={css.bar} aria-label="The clock of the world">
      <Commands>
        <span class={css.now}>
          <span class="dim">it is</span> {clock === undefined ? '…' : <Time at={clock.reads.ms} />}
          <span class="dim small"> since the start</span>
        </span>
        <Policy live={live} policy={clock?.policy} />
        <form
          class={css.advance}
          onSubmit={(event) => {
            event.preventDefault();
            advance({ by: by.value });
          }}
        >
          <input
            aria-label="How long"
            class={css.duration}
            value={by.value}
            onInput={({ currentTarget }) => {
              by.value = currentTarget.value;
            }}
          />
          <ControlButton live={live} path="clock/advance" body={{ by: by.value }} isSubmit>
            Advance
          </ControlButton>
        </form>
        <ControlButton
          live={live}
          path="clock/advance"
          body={{ next: true }}
          press={() => advance({ next: true })}
          isOff={clock?.next === null}
        >
          To what is next
        </ControlButton>
        <ControlButton live={live} path="clock/advance" body={{ untilIdle: true }} press={() => advance({ untilIdle: true })}>
          Until idle
        </ControlButton>
        {clock?.next == null ? null : (
          <span class="dim small">
            next at <Time at={clock.next.ms} />
          </span>
        )}
      </Commands>
    </section>
  );
};

/** What the server has refused. */
export const LiveTrouble = ({ live }: { readonly live: Live }) =>
  live.trouble.value === undefined ? null : (
    <p class={css.trouble} role="alert">
      <Text value={live.trouble.value} max={600} />{' '}
      <button type="button" class="link" onClick={() => (live.trouble.value = undefined)}>
        dismiss
      </button>
    </p>
  );

const Policy = ({ live, policy }: { readonly live: Live; readonly policy: ClockPolicy | undefined }) => {
  const set = async (wanted: ClockPolicy): Promise<void> => {
    await live.control('PUT', 'clock/policy', wanted as unknown as Json);
    await live.readClock();
  };
  const command = live.command(controlRequest('PUT', 'clock/policy', policy as unknown as Json));
  return (
    <span class={css.policy}>
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
          <option value="measured">as real work takes</option>
        </select>
      </label>
      {policy?.clock === 'realtime' ? (
        <label>
          <span class="dim"> × </span>
          <input
            class={css.duration}
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
