import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { describeTimes, timesText } from '../../../../engine/cloud/index.ts';
import { formatVirtualTime, sayDuration, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { eventWords } from '../../../../engine/scenario/index.ts';
import { axisHeight, paintLanes, rowHeight } from '../canvas/lanesPainter.ts';
import { paintTape } from '../canvas/tapePainter.ts';
import { paintNow, useCanvas } from '../canvas/useCanvas.ts';
import { listCharts } from '../model/charts/charts.ts';
import { listLaneRows } from '../model/charts/laneRows.ts';
import type { RunLog } from '../model/runLog.ts';
import { readTapeLines } from '../model/scope/scope.ts';
import { ChartTrack } from './charts/charts.tsx';
import { useConsole } from './context.ts';
import { DetailsView } from './log/details.tsx';
import { NowView } from './log/now.tsx';
import { Text, Time } from './parts.tsx';
import { Numbers } from './range.tsx';
import * as css from './report.css';
import { Ruler } from './ruler.tsx';

/** What is printed: a report of what is shown, one page for each section. It is there only while a page is printed. */
export const Report = () => {
  const { desk } = useConsole();
  const isPrinting = useSignal(false);
  useEffect(() => {
    const begin = (): void => {
      isPrinting.value = true;
    };
    const end = (): void => {
      isPrinting.value = false;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, [isPrinting]);
  return isPrinting.value && desk.log !== undefined ? <Pages log={desk.log} /> : null;
};

/** As wide as a page of A4 or letter has room, in pixels. */
const wide = 680;
const pageHeight = 920;
const [rowsMax, chartsMax, eventsMax] = [34, 6, 32];

const Pages = ({ log }: { readonly log: RunLog }) => {
  const { desk } = useConsole();
  // A print does not wait for the next frame.
  useLayoutEffect(() => {
    paintNow(`.${css.report} canvas`);
    // What is too long for its page is printed smaller.
    for (const fit of document.querySelectorAll<HTMLElement>(`.${css.fit}`))
      if (fit.offsetHeight > pageHeight) fit.style.zoom = String(pageHeight / fit.offsetHeight);
  });
  const scale = desk.scale.value;
  const selected = desk.selected.value;
  const charts = listCharts(log, { scale, scope: desk.scope.value, width: wide });
  return (
    <div class={css.report} data-printed>
      <Page title={desk.title.value || 'A run'}>
        <Summary log={log} />
      </Page>
      <Page title="Lanes">
        <LanesDrawing log={log} />
      </Page>
      {charts.length === 0 ? null : (
        <Page title="Charts">
          <div class={css.ruler}>
            <Ruler wide={wide} />
          </div>
          {charts.slice(0, chartsMax).map((chart) => (
            <ChartTrack key={chart.id} chart={chart} isPrinted />
          ))}
        </Page>
      )}
      <Page title={`The fleet at ${formatVirtualTime(desk.timeAt(desk.seq.value) as VirtualTime)}`}>
        <NowView />
      </Page>
      <Page title="Faults, failures and refusals">
        <Landmarks log={log} />
      </Page>
      {selected === undefined ? null : (
        <Page title={`Why ${log.labels.findName(selected)} is as it is`}>
          <DetailsView />
        </Page>
      )}
    </div>
  );
};

const Page = ({ title, children }: { readonly title: string; readonly children: preact.ComponentChildren }) => (
  <section class={css.page}>
    <h2>
      <Text value={title} max={120} />
    </h2>
    <div class={css.fit}>{children}</div>
  </section>
);

const Summary = ({ log }: { readonly log: RunLog }) => {
  const { desk } = useConsole();
  const { from, to } = desk.range.value;
  const outcome = desk.outcome.value;
  const tape = useCanvas((easel) => paintTape(easel, log, desk.scale.peek(), readTapeLines(log, desk.scope.peek())));
  return (
    <>
      <p>
        {log.length} entries in {sayDuration(log.end)}; shown from <Time at={from} /> to <Time at={to} />. Times:{' '}
        {timesText(describeTimes(log.header.definition, () => log.series.record.mechanisms))}.
      </p>
      {outcome === undefined ? null : (
        <p>
          It {outcome.verdict === 'pass' ? 'passes' : outcome.verdict === 'fail' ? 'fails' : 'is incomplete'}. Fingerprint{' '}
          <code>{outcome.fingerprint}</code>.
        </p>
      )}
      <ul>
        {outcome?.failures.slice(0, 12).map((failure) => (
          <li key={failure}>
            <Text value={failure} max={300} />
          </li>
        ))}
      </ul>
      <Numbers />
      <canvas class={css.tape} ref={tape.attach} />
      <Ruler wide={wide} />
    </>
  );
};

const LanesDrawing = ({ log }: { readonly log: RunLog }) => {
  const { desk } = useConsole();
  const rows = listLaneRows(log.lanes.groups, desk.scope.value, desk.range.value);
  const shown = rows.slice(0, rowsMax);
  const { attach } = useCanvas((easel) =>
    paintLanes(easel, {
      log,
      rows: shown,
      scale: desk.scale.peek(),
      top: 0,
      hasAxis: true,
      selected: desk.selected.peek(),
      font: `11px ${getComputedStyle(easel.ctx.canvas).fontFamily}`,
    }),
  );
  return (
    <>
      <canvas ref={attach} style={{ height: `${axisHeight + shown.length * rowHeight}px` }} />
      {rows.length > rowsMax ? <p>and {rows.length - rowsMax} rows more</p> : null}
    </>
  );
};

const Landmarks = ({ log }: { readonly log: RunLog }) => {
  const { desk } = useConsole();
  const { from, to } = desk.range.value;
  const seqs = readTapeLines(log, desk.scope.value).landmarks.seqs.filter((seq) => log.at(seq) >= from && log.at(seq) <= to);
  return (
    <>
      <table>
        <tbody>
          {seqs.slice(0, eventsMax).map((seq) => {
            const event = log.entry(seq)?.event;
            const subject = log.subject(seq);
            return event === undefined ? null : (
              <tr key={seq}>
                <td>
                  <Time at={log.at(seq)} />
                </td>
                <td>{subject === undefined ? '' : <Text value={log.labels.findName(subject)} max={24} />}</td>
                <td>{event.type}</td>
                <td class="dim">
                  <Text value={eventWords(event, log.labels)} max={60} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {seqs.length > eventsMax ? <p>and {seqs.length - eventsMax} more</p> : seqs.length === 0 ? <p>None.</p> : null}
    </>
  );
};
