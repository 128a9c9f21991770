import type { ComponentChildren } from 'preact';
import { plainText } from '../text.ts';
import { ArrivalsChart } from './arrivalsChart.tsx';
import { BacktestChart } from './backtestChart.tsx';
import { QuantilePlot } from './quantilePlot.tsx';
import { StartsChart } from './startsChart.tsx';
import type { TwinPageData } from './twinData.ts';
import * as css from './twinPage.css';

/** Each fit as a picture beside the data, and the report in words. */
export const TwinPage = ({ data }: { readonly data: TwinPageData }) => {
  const { title, report, arrivals, service, starts, backtest, noBacktest } = data;
  return (
    <main class={css.page}>
      <header class={css.head}>
        <span class="brand">podsim twin</span>
        <h1>
          <bdi>{plainText(title)}</bdi>
        </h1>
      </header>
      <Part
        name="Backtest"
        words={noBacktest ?? 'What was fitted to the first part, played for the last part, beside what happened there.'}
      >
        {backtest.length === 0 ? null : <BacktestChart rows={backtest} />}
      </Part>
      <div class={css.parts}>
        <Part name="Arrivals" words={arrivals?.words ?? 'Not known from these records.'}>
          {arrivals === null ? null : <ArrivalsChart picture={arrivals} />}
        </Part>
        <Part name="Service" words={service?.words ?? 'Too few durations for a picture.'}>
          {service === null ? null : <QuantilePlot picture={service} />}
        </Part>
        <Part name="Cold starts" words={starts?.words ?? 'Not known from these records.'}>
          {starts === null ? null : <StartsChart picture={starts} />}
        </Part>
      </div>
      <section class={css.part} aria-label="Report">
        <h2>Report</h2>
        <pre tabIndex={0}>{report.map((line) => plainText(line, 400)).join('\n')}</pre>
      </section>
      <footer class="dim small">podsim {plainText(data.engine)}</footer>
    </main>
  );
};

interface PartProps {
  readonly name: string;
  readonly words: string;
  readonly children: ComponentChildren;
}

const Part = ({ name, words, children }: PartProps) => (
  <section class={css.part} aria-label={name}>
    <h2>{name}</h2>
    <p class="dim">{plainText(words, 400)}</p>
    {children}
  </section>
);
