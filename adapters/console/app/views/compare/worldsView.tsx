import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { eventWords } from '../../../../../engine/scenario/index.ts';
import type { Live } from '../../live/live.ts';
import { numbersIn, showNumbers } from '../../model/charts/numbers.ts';
import { makeTimeScale } from '../../model/charts/timeScale.ts';
import { timesOfBoth } from '../../model/pair.ts';
import { Parting } from '../../model/parting.ts';
import { RunLog } from '../../model/runLog.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { ControlButton } from '../live/controlButton.tsx';
import { Text, Time } from '../parts.tsx';
import { Ruler } from '../ruler.tsx';
import { Sheet } from '../sheet.tsx';
import * as compareCss from './compare.css';
import { OneTape } from './oneTape.tsx';

/** The world that is shown and another one of the server, side by side as both live: a fork and what it was forked from, say. */
export const WorldsView = () => {
  const { desk, live } = useConsole();
  useEffect(() => void live?.readWorlds(), [live]);
  if (live === undefined) return null;
  const others = live.worlds.value.filter(({ id }) => id !== live.world.value);
  const other = others.find(({ id }) => id === live.other.value)?.id ?? others[0]?.id;
  if (other === undefined)
    return (
      <div class="empty">
        <p>The server has this world alone. A fork is the same world up to the moment, and goes on by itself.</p>
        <ForkButton live={live} seq={desk.seq.value} />
      </div>
    );
  return (
    <div class={compareCss.compare}>
      <div class="bar">
        <b>a</b> <Text value={live.world.value} max={60} />
        <label class={compareCss.runChoice}>
          <b>b</b>
          <select
            aria-label="The other world"
            value={other}
            onChange={({ currentTarget }) => {
              live.other.value = currentTarget.value;
            }}
          >
            {others.map(({ id }) => (
              <option key={id} value={id}>
                {plainText(id, 60)}
              </option>
            ))}
          </select>
        </label>
        <span class="spring" />
        <ForkButton live={live} seq={desk.seq.value} />
      </div>
      <Beside key={`${live.world.value} ${other}`} live={live} other={other} />
    </div>
  );
};

const ForkButton = ({ live, seq }: { readonly live: Live; readonly seq: number }) => (
  <ControlButton live={live} path="forks" body={{ seq }} press={() => live.fork(seq)}>
    Fork here, and compare
  </ControlButton>
);

/** How often both are drawn and compared again. */
const everyMs = 1_000;

const Beside = ({ live, other }: { readonly live: Live; readonly other: string }) => {
  const { desk } = useConsole();
  const log = useSignal<RunLog | undefined>(undefined);
  const version = useSignal(0);
  const trouble = useSignal('');
  useEffect(() => {
    const source = live.openSource(other, {
      tell: (following) => {
        trouble.value = 'because' in following ? following.because : '';
      },
      know: () => undefined,
      onReplaced: () => {
        trouble.value = 'It was reset: choose it again.';
      },
    });
    source.open({
      begin: (header) => {
        log.value = new RunLog(header, source.entriesMax);
      },
      append: (entries) => {
        log.peek()?.append(entries);
        version.value += 1;
      },
      follow: () => undefined,
      end: () => undefined,
      fail: (problems) => {
        trouble.value = problems[0] ?? '';
      },
    });
    return () => source.close();
  }, [live, other, log, version, trouble]);
  const parting = useMemo(() => new Parting(), []);
  const beat = useSignal(0);
  const isCompared = useRef(true);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isCompared.current) version.value += 1;
      beat.value = version.peek() + desk.version.peek();
    }, everyMs);
    return () => clearInterval(timer);
  }, [beat, desk, version]);
  const looked = beat.value;
  const [a, b] = [desk.log, log.value];
  const range = desk.range.value;
  const scale = useMemo(() => (a === undefined || b === undefined ? undefined : makeTimeScale(timesOfBoth(a, b))), [a, b, looked]);
  if (trouble.value !== '')
    return (
      <p class="empty">
        <Text value={trouble.value} max={300} />
      </p>
    );
  if (a === undefined || b === undefined || scale === undefined) return <p class="empty">The other world is being read …</p>;
  isCompared.current = parting.look(a, b);
  const { seq, same } = parting;
  const at = seq === undefined ? undefined : Math.min(a.at(seq), b.at(seq));
  const peak = Math.max(a.depth.peak, b.depth.peak);
  const [ofA, ofB] = [numbersIn(a, range), numbersIn(b, range)];
  const [shownA, shownB] = [showNumbers(ofA, undefined), showNumbers(ofB, ofA)];
  const place = at === undefined ? undefined : scale.place(at);
  return (
    <>
      <section class={compareCss.tapes} aria-label="Two tapes">
        <p role="status">
          {seq === undefined ? (
            `Both are the same up to entry ${same}${a.length === b.length ? '' : `, and ${a.length > b.length ? 'a' : 'b'} goes on`}.`
          ) : (
            <>
              They part at <Time at={at ?? 0} />, entry {seq}: a {describeEntry(a, seq)}; b {describeEntry(b, seq)}.
            </>
          )}
        </p>
        <OneTape name="a" log={a} scale={scale} peak={peak} parting={place} pick={(time) => desk.goToTime(time)} />
        <OneTape name="b" log={b} scale={scale} peak={peak} parting={place} pick={(time) => live.choose(other, b.lastUpTo(time))} />
        <Ruler scale={scale} />
      </section>
      <Sheet
        name="Numbers of the range in both worlds"
        class={compareCss.metrics}
        rows={shownA.map((one, k) => ({ one, two: shownB[k] ?? one }))}
        columns={[
          { name: 'number', value: ({ one }) => one.name },
          { name: 'a', class: 'number', value: ({ one }) => one.value },
          { name: 'b', class: 'number', value: ({ two }) => two.value },
          {
            name: 'b against a',
            class: ({ two }) => (two.change === '' ? 'number' : `number c-${two.isWorse ? 'bad' : 'good'}`),
            value: ({ two }) => two.change,
          },
        ]}
      />
    </>
  );
};

const describeEntry = (log: RunLog, seq: number) => {
  const event = log.entry(seq)?.event;
  return event === undefined ? 'has none' : `has ${event.type} ${plainText(eventWords(event, log.labels), 120)}`.trim();
};
