import { useEffect, useMemo } from 'preact/hooks';
import { type Difference, differenceCells, judgeDifference, logsText } from '../../../../../engine/compare/index.ts';
import type { RunPair } from '../../model/pair.ts';
import { type ChoosableRun, listTrail } from '../../model/runs.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { Block, Command, MarkSign, Text, Time } from '../parts.tsx';
import { Ruler } from '../ruler.tsx';
import { Sheet } from '../sheet.tsx';
import * as css from './compare.css';
import { OneTape } from './oneTape.tsx';

/** Two runs under one scale: where they part and why, and how they differ in numbers. */
export const CompareView = () => {
  const { session } = useConsole();
  const compared = session.compared;
  if (compared === undefined)
    return (
      <p class="empty">
        There is one run, and nothing to compare it with. Under Change, do something at a moment of it: that makes a branch, which is
        compared with it here.
      </p>
    );
  return <Compared a={compared[0]} b={compared[1]} />;
};

const Compared = ({ a, b }: { readonly a: ChoosableRun; readonly b: ChoosableRun }) => {
  const { session } = useConsole();
  const loaded = useMemo(() => session.openPair(a, b), [session, a, b]);
  useEffect(() => () => loaded.close(), [loaded]);
  const pair = loaded.pair.value;
  const problems = loaded.problems.value;
  return (
    <div class={css.compare}>
      <div class="bar">
        <RunChoice name="a" run={a} choose={(run) => (session.pair.value = [run, b])} />
        <RunChoice name="b" run={b} choose={(run) => (session.pair.value = [a, run])} />
      </div>
      {problems.length > 0 ? (
        <p class="empty">
          They cannot be compared: <Text value={problems[0] ?? ''} max={400} />
        </p>
      ) : pair === undefined ? (
        <p class="empty">Both are being played …</p>
      ) : (
        <>
          <Tapes pair={pair} a={a} b={b} />
          <Metrics differences={loaded.differences.value} />
          <h3>Where they part, and what differs</h3>
          <Block value={logsText(pair.compared, 'a', 'b')} />
        </>
      )}
      <Command text={commandFor(a, b)} />
    </div>
  );
};

interface RunChoiceProps {
  readonly name: string;
  readonly run: ChoosableRun;
  readonly choose: (run: ChoosableRun) => void;
}

const RunChoice = ({ name, run, choose }: RunChoiceProps) => {
  const { session } = useConsole();
  const runs = session.runs.value;
  return (
    <label class={css.runChoice}>
      <b>{name}</b>
      <select
        value={String(runs.indexOf(run))}
        onChange={({ currentTarget }) => {
          const chosen = runs[Number(currentTarget.value)];
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {runs.map((one, k) => (
          <option key={k} value={String(k)}>
            {plainText(longName(one), 120)}
          </option>
        ))}
      </select>
    </label>
  );
};

const longName = (run: ChoosableRun): string =>
  listTrail(run)
    .map(({ name }) => name)
    .reverse()
    .join(' ‹ ');

const Tapes = ({ pair, a, b }: { readonly pair: RunPair; readonly a: ChoosableRun; readonly b: ChoosableRun }) => {
  const { session } = useConsole();
  const open = (run: ChoosableRun, seq: number): void => {
    session.keepPair();
    session.choose(session.runs.value.indexOf(run), seq);
  };
  const { divergence } = pair.compared;
  const at = Math.min(divergence?.a?.at ?? Number.POSITIVE_INFINITY, divergence?.b?.at ?? Number.POSITIVE_INFINITY);
  const parting = divergence === undefined ? undefined : pair.scale.place(at);
  const peak = Math.max(pair.a.depth.peak, pair.b.depth.peak);
  return (
    <section class={css.tapes} aria-label="Two tapes">
      {divergence === undefined ? (
        <p>Both have the same entries.</p>
      ) : (
        <p>
          They part at <Time at={at} />, entry {divergence.seq}: <OpenAt run={a} seq={divergence.seq} name="show it in a" />{' '}
          <OpenAt run={b} seq={divergence.seq} name="show it in b" />
        </p>
      )}
      <OneTape name="a" log={pair.a} scale={pair.scale} peak={peak} parting={parting} pick={(at) => open(a, pair.a.lastUpTo(at))} />
      <OneTape name="b" log={pair.b} scale={pair.scale} peak={peak} parting={parting} pick={(at) => open(b, pair.b.lastUpTo(at))} />
      <Ruler scale={pair.scale} />
    </section>
  );
};

const OpenAt = ({ run, seq, name }: { readonly run: ChoosableRun; readonly seq: number; readonly name: string }) => {
  const { session, panes } = useConsole();
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        session.keepPair();
        session.choose(session.runs.value.indexOf(run), seq);
        panes.open.side.value = 'details';
      }}
    >
      {name}
    </button>
  );
};

const signs = {
  better: { color: 'good', shape: '▲' },
  worse: { color: 'bad', shape: '▼' },
  same: { color: 'off', shape: '=' },
  unclear: { color: 'off', shape: '·' },
  heading: { color: 'off', shape: '·' },
} as const;

const Metrics = ({ differences }: { readonly differences: readonly Difference[] | undefined }) => {
  if (differences === undefined) return <p class="dim">Both are being measured …</p>;
  const readCell = (one: Difference, k: number): string => differenceCells(one)[k] ?? '';
  return (
    <Sheet
      name="Metrics"
      class={css.metrics}
      caption="Metrics, measured until every job of both has ended"
      rows={differences}
      columns={[
        { name: 'metric', value: (one) => readCell(one, 0) },
        { name: 'a', class: 'number', value: (one) => one.without ?? undefined, show: (one) => readCell(one, 1) },
        { name: 'b', class: 'number', value: (one) => one.with ?? undefined, show: (one) => readCell(one, 2) },
        {
          name: 'b − a',
          class: (one) => `number c-${chooseSign(one).color}`,
          value: (one) => one.difference?.mean,
          show: (one) => (
            <>
              <MarkSign mark={chooseSign(one)} />
              {readCell(one, 3)}
            </>
          ),
        },
      ]}
    />
  );
};

/** One pair of runs has no interval: the sign of the difference is all there is. */
const chooseSign = (one: Difference): (typeof signs)[keyof typeof signs] => {
  const { difference, better } = one;
  if (difference === null || difference.mean === 0) return signs[judgeDifference(one)];
  return difference.mean > 0 === (better === 'more') ? signs.better : signs.worse;
};

/** A branch and what it is a branch of differ by one change, whose effect can be measured over many seeds. */
const commandFor = (a: ChoosableRun, b: ChoosableRun): string => {
  const { file } = a.request.scenario;
  return b.parent === a && a.parent === undefined
    ? `podsim log compare ${file} --change change.yaml`
    : `podsim log compare ${file} ${b.request.scenario.file}`;
};
