import { sayDuration } from '../../../../../engine/kernel/index.ts';
import { roundTicks } from '../../charts/scale.ts';
import type { GuessSpan } from '../../lessons/guess.ts';
import type { TimeRange } from '../../model/charts/range.ts';
import { listStoryRows, type StoryRow } from '../../model/charts/story.ts';
import type { CallToCome } from '../../model/port/callsToCome.ts';
import type { RunLog } from '../../model/runLog.ts';
import { scalerWords } from '../log/now.tsx';
import { Bounded, MarkSign, Text } from '../parts.tsx';
import * as css from './picture.css';

interface PictureProps {
  readonly log: RunLog;
  readonly range: TimeRange;
  readonly now: number;
  readonly spans?: readonly GuessSpan[];
  readonly coming?: readonly CallToCome[];
  /** Where time runs: from when, and what happens then. */
  readonly children?: preact.ComponentChildren;
  readonly running?: { readonly from: number; readonly arrive: () => void } | undefined;
}

/** The story of a lesson over time. Equal lengths are equal times: nothing is folded. Each row says in words what its bars show. */
export const Picture = ({ log, range, now, spans = [], coming = [], running, children }: PictureProps) => {
  const place = (at: number): string => `${((at - range.from) / (range.to - range.from)) * 100}%`;
  const measure = ({ from, to }: TimeRange) => ({ left: place(from), width: `calc(${place(to)} - ${place(from)})` });
  const isSeen = ({ from, to }: TimeRange): boolean => from <= range.to && to >= range.from;
  const seen = listStoryRows(log, now).filter(({ bars, counts }) => counts !== undefined || bars.some(isSeen));
  const changing = seen.filter(({ bars, counts }) => counts !== undefined || bars.some((bar) => isSeen(bar) && !bar.isOver));
  // What was over before is left out, unless it is all that there is.
  const rows = changing.length > 0 ? changing : seen;
  const ticks = roundTicks(range.from, range.to, 5, 'ms');
  return (
    <figure class={css.picture} data-running={running !== undefined} aria-label="The story so far">
      <figcaption class="dim small">
        {[...log.stateAt(log.length).all('endpoint')].map(({ id, config }) => (
          <span key={id}>
            <Text value={log.labels.findName(id)} max={30} />: workers {config.workers.min} to {config.workers.max},{' '}
            {scalerWords(config.scaling)}
          </span>
        ))}
      </figcaption>
      <div class={css.axis} aria-hidden="true">
        {ticks.map((at) => (
          <span key={at} data-end={(at - range.from) / (range.to - range.from) > 0.9} style={{ left: place(at) }}>
            {sayDuration(at)}
          </span>
        ))}
      </div>
      <div class={css.rows}>
        <Bounded
          items={rows}
          most={20}
          render={(row) => (
            <div key={row.name} class={css.row}>
              <p>
                <b>
                  <Text value={row.name} max={40} />
                </b>{' '}
                {running === undefined ? <Words row={row} now={now} /> : null}
              </p>
              <div class={css.bars}>
                {row.bars.map((bar) => (
                  <i key={bar.from} class={`${css.bar} c-${bar.mark.color}`} data-over={bar.isOver} style={measure(bar)} />
                ))}
                {row.counts === undefined ? null : <Counts counts={row.counts} range={range} now={now} />}
              </div>
            </div>
          )}
        />
        {rows.length === 0 && running === undefined ? (
          <div class={css.row}>
            <p class="dim">No worker, no job and no pod yet.</p>
          </div>
        ) : null}
        {[...new Set(coming.map(({ endpoint }) => endpoint))].map((endpoint) => {
          const times = coming.flatMap((call) => (call.endpoint === endpoint ? [call.at] : []));
          return (
            <div key={endpoint} class={css.row}>
              <p class="dim">
                to come at <Text value={log.labels.findName(endpoint)} max={30} />: {describeTimes(times)}
              </p>
              <div class={css.bars}>
                {[...new Set(times)].slice(0, 400).map((at) => (
                  <i key={at} class={css.call} style={{ left: place(at) }} />
                ))}
              </div>
            </div>
          );
        })}
        {spans.map((span) => (
          <div key={span.name} class={css.row}>
            <p>
              {span.name} <b>{sayDuration(span.to - span.from)}</b>
              {span.to > range.to ? ' ›' : ''}
            </p>
            <div class={css.bars}>
              <i class={css.span} data-kind={span.kind} style={measure(span)} />
            </div>
          </div>
        ))}
        <i class={css.now} style={{ left: place(now), '--from': place(running?.from ?? now) }} onAnimationEnd={running?.arrive} />
      </div>
      <p class={css.clock}>
        <span data-end={(now - range.from) / (range.to - range.from) > 0.5} style={{ left: place(now) }}>
          {running === undefined ? `now ${sayDuration(now)}` : ''}
        </span>
      </p>
      {children}
    </figure>
  );
};

/** What the bars of a row show. */
const Words = ({ row: { bars, counts }, now }: { readonly row: StoryRow; readonly now: number }) => {
  if (counts !== undefined)
    return (
      <>
        at most {Math.max(...counts.map(({ byMark }) => sum(byMark)))} at once, now {sum(counts.at(-1)?.byMark)}
      </>
    );
  const last = bars.at(-1);
  return (
    <>
      {bars.length > 3 ? '… ' : ''}
      {bars.slice(-3).map((bar, k) => (
        <span key={bar.from}>
          {k === 0 ? '' : ' → '}
          <MarkSign mark={bar.mark} />
          {bar.status}
          {bar.isOver && bar === last && bar.to === now ? '' : ` ${sayDuration(bar.to - bar.from)}`}
        </span>
      ))}
      {last === undefined || last.to === now ? '' : ' → gone'}
    </>
  );
};

const sum = (counts: ReadonlyMap<string, number> = new Map()): number => [...counts.values()].reduce((all, one) => all + one, 0);

/** How many of them wait, start, are ready and run, one above the other. */
const Counts = ({
  counts,
  range,
  now,
}: {
  readonly counts: NonNullable<StoryRow['counts']>;
  readonly range: TimeRange;
  readonly now: number;
}) => {
  const most = Math.max(...counts.map(({ byMark }) => sum(byMark)), 1);
  const x = (at: number): number => ((at - range.from) / (range.to - range.from)) * 100;
  return (
    <svg class={css.counts} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {counts.map(({ at, byMark }, k) => {
        const width = x(Math.min(now, counts[k + 1]?.at ?? now)) - x(at);
        let below = 0;
        return [...byMark].map(([color, count]) => {
          below += count;
          return count === 0 || width <= 0 ? null : (
            <rect
              key={`${at} ${color}`}
              class={`c-${color}`}
              x={x(at)}
              width={width}
              y={100 - (below / most) * 100}
              height={(count / most) * 100}
            />
          );
        });
      })}
    </svg>
  );
};

const describeTimes = (times: readonly number[]): string => {
  const [first, last] = [sayDuration(times[0] ?? 0), sayDuration(times.at(-1) ?? 0)];
  return `${times.length === 1 ? 'one call' : `${times.length} calls`} ${first === last ? `at ${first}` : `from ${first} to ${last}`}`;
};
