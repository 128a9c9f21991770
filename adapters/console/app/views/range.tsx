import { useComputed, useSignal } from '@preact/signals';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { numbersIn, showNumbers } from '../model/charts/numbers.ts';
import { rangeBefore } from '../model/charts/range.ts';
import { commands } from '../model/commands.ts';
import { choicesIn } from '../model/scope/scope.ts';
import { plainText } from '../text.ts';
import { useConsole } from './context.ts';
import * as css from './range.css';

/** The part of the run that all views show, what it comes to, and how that differs from as long a time before. */
export const RangeStrip = () => (
  <div class={css.range}>
    <Choice />
    <ScopeChoice />
    <Minimap />
    <Numbers />
  </div>
);

// biome-ignore format: a table
const lasts: readonly (readonly [ms: number, words: string])[] = [
  [60_000, 'last minute'], [300_000, 'last 5 minutes'], [900_000, 'last 15 minutes'], [3_600_000, 'last hour'], [86_400_000, 'last day'], [604_800_000, 'last week'],
];

const Choice = () => {
  const { desk, source } = useConsole();
  const chosen = desk.chosenRange.value;
  const { from, to } = desk.range.value;
  const value = chosen === undefined ? 'all' : 'last' in chosen ? String(chosen.last) : 'own';
  // The view reads what it is over, which moves while a log grows.
  const words = `${formatVirtualTime(from as VirtualTime)} – ${formatVirtualTime(to as VirtualTime)}`;
  return (
    <label class={css.choice}>
      <span class="dim">range</span>
      <select
        aria-label="Range"
        title="What all views show. Drag with Shift on the tape for another."
        data-command={commands.range(source(), from, to)}
        value={value}
        onChange={({ currentTarget }) => {
          const last = Number(currentTarget.value);
          if (currentTarget.value === 'own') desk.chosenRange.value = { from, to };
          else desk.chosenRange.value = Number.isNaN(last) ? undefined : { last };
        }}
      >
        <option value="all">the whole run</option>
        {lasts.map(([ms, name]) => (
          <option key={ms} value={String(ms)}>
            {name}
          </option>
        ))}
        <option value="own">{value === 'own' ? words : 'these times, standing still'}</option>
      </select>
    </label>
  );
};

/** Which part of the world lanes, tape, charts, numbers and the fleet show; a choice stands where there is one. */
const ScopeChoice = () => {
  const { desk, source } = useConsole();
  const choices = useComputed(() => {
    desk.settled.value;
    desk.phase.value;
    return desk.log === undefined ? undefined : choicesIn(desk.log);
  }).value;
  const scope = desk.scope.value;
  return (
    <>
      {(['endpoint', 'host', 'status'] as const).map((part) => {
        const { [part]: chosen } = scope;
        const options = choices?.[part] ?? [];
        if (options.length < 2 && chosen === undefined) return null;
        return (
          <select
            key={part}
            class={chosen === undefined ? css.scope : `${css.scope} ${css.chosen}`}
            aria-label={`Only of this ${part}`}
            data-command={commands.part(source(), chosen)}
            value={chosen ?? ''}
            onChange={({ currentTarget: { value } }) => {
              desk.scope.value = { ...scope, [part]: value === '' ? undefined : value };
            }}
          >
            <option value="">any {part}</option>
            {[...new Set([...options, ...(chosen === undefined ? [] : [chosen])])].map((one) => (
              <option key={one} value={one}>
                {plainText(desk.log?.labels.findName(one) ?? one, 60)}
              </option>
            ))}
          </select>
        );
      })}
    </>
  );
};

/** Where the range is in the whole run; drag it. Only where it is a part. */
const Minimap = () => {
  const { desk } = useConsole();
  const grabbed = useSignal<{ readonly x: number; readonly from: number; readonly to: number } | undefined>(undefined);
  if (desk.chosenRange.value === undefined) return null;
  const [whole, { from, to }] = [desk.wholeRange.value, desk.range.value];
  const length = Math.max(1, whole.to - whole.from);
  const share = (at: number): string => `${((at - whole.from) / length) * 100}%`;
  return (
    <div
      class={css.minimap}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.value = { x: event.clientX, from, to };
      }}
      onPointerMove={(event) => {
        const drag = grabbed.value;
        if (drag === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const by = Math.round(((event.clientX - drag.x) / event.currentTarget.clientWidth) * length);
        const kept = Math.min(Math.max(by, whole.from - drag.from), whole.to - drag.to);
        desk.chosenRange.value = { from: drag.from + kept, to: drag.to + kept };
      }}
      onPointerUp={() => {
        grabbed.value = undefined;
      }}
    >
      <div class={css.minimapWindow} style={{ left: share(from), width: `${((to - from) / length) * 100}%` }} />
    </div>
  );
};

export const Numbers = () => {
  const { desk, panes } = useConsole();
  const rows = useComputed(() => {
    desk.version.value;
    const { log } = desk;
    if (log === undefined) return [];
    const range = desk.range.value;
    const before = rangeBefore(range, desk.wholeRange.value);
    const { endpoint } = desk.scope.value;
    return showNumbers(numbersIn(log, range, endpoint), before === undefined ? undefined : numbersIn(log, before, endpoint));
  });
  return (
    <section aria-label="Numbers of the range, each with its change against as long a time before">
      <dl class={css.numbers}>
        {rows.value.map(({ name, title, value, change, isWorse, view }) => (
          <div key={name} class={css.number} title={title}>
            <dt>{name}</dt>
            <dd>
              {view === undefined ? (
                value
              ) : (
                <button type="button" class="link" title="Show what it consists of" onClick={() => panes.show(view)}>
                  {value}
                </button>
              )}
              {change === '' ? null : <span class={`${css.change} ${isWorse ? 'c-bad' : 'c-good'}`}>{change}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
