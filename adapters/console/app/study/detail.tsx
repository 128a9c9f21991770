import { amountText, amountWithUnit, type ConfigurationReport, plusMinusText, valueText } from '../../../../engine/lab/study/index.ts';
import { DelayHistogram } from './delayHistogram.tsx';
import * as css from './detail.css';
import { chooseLook, LookSign, Words } from './looks.tsx';
import type { StudyModel } from './studyModel.ts';
import * as studyPageCss from './studyPage.css';
import { TokensPlot } from './tokensPlot.tsx';

/** The configuration that is looked at: its values, its measures with their intervals, and how long its jobs waited. */
export const Detail = ({ model }: { readonly model: StudyModel }) => {
  const one = model.configuration(model.selected.value);
  if (one === undefined) return null;
  const look = chooseLook(one, model.report);
  return (
    <section class={studyPageCss.part} aria-label="The chosen configuration">
      <header class={studyPageCss.partHead}>
        <h2>
          Configuration {one.number}
          <span class={css.lookWords}>
            <LookSign look={look} />
            {look.name === 'none' ? '' : look.words}
          </span>
        </h2>
      </header>
      <dl class={css.values}>
        {model.report.varied.map((name, k) => (
          <div key={name}>
            <dt>
              <Words value={name} max={40} />
            </dt>
            <dd>
              <Words value={valueText(one.values[k] ?? null)} max={60} />
            </dd>
          </div>
        ))}
      </dl>
      <Measures model={model} one={one} />
      <Circumstances model={model} one={one} />
      <DelayHistogram model={model} one={one} />
      <TokensPlot model={model} one={one} />
      <RunLink model={model} one={one} />
      {one.failed.length === 0 ? null : (
        <p class="c-bad">
          {one.failed.length === 1 ? 'One play' : `${one.failed.length} plays`} did not come to an end; the first with seed{' '}
          <Words value={one.failed[0]?.seed ?? ''} max={30} />: <Words value={one.failed[0]?.why ?? ''} max={300} />
        </p>
      )}
    </section>
  );
};

/** The same configuration in everything that it may meet; nothing where the study names no circumstances. */
const Circumstances = ({ model, one }: { readonly model: StudyModel; readonly one: ConfigurationReport }) =>
  one.circumstances.length === 0 ? null : (
    <table class={css.measures}>
      <thead>
        <tr>
          <th scope="col">circumstance</th>
          {model.report.measures.map(({ name }) => (
            <th key={name} scope="col">
              <Words value={name} max={40} />
            </th>
          ))}
          <th scope="col">goal</th>
        </tr>
      </thead>
      <tbody>
        {one.circumstances.map(({ circumstance, measures, meets }) => (
          <tr key={circumstance}>
            <th scope="row">
              <Words value={circumstance} max={80} />
            </th>
            {model.report.measures.map(({ name, unit }) => {
              const value = measures[name] ?? null;
              return <td key={name}>{value === null ? 'none' : `${amountText(value.mean, unit)}${plusMinusText(value, unit)}`}</td>;
            })}
            <td>{meets === null ? '' : metWords[meets]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

const metWords = { yes: 'meets', no: 'misses', unclear: 'unclear' } as const;

const Measures = ({ model, one }: { readonly model: StudyModel; readonly one: ConfigurationReport }) => (
  <table class={css.measures}>
    <thead>
      <tr>
        <th scope="col">measure</th>
        <th scope="col">mean</th>
        <th scope="col">95 % interval</th>
      </tr>
    </thead>
    <tbody>
      {model.report.measures.map(({ name, unit }) => {
        const value = one.measures[name];
        const hasInterval = value?.low != null && value.high !== null && value.low < value.high;
        return (
          <tr key={name}>
            <th scope="row">
              <Words value={name} max={40} />
            </th>
            <td>{value == null ? 'none' : amountWithUnit(value.mean, unit)}</td>
            <td class="dim">
              {value == null
                ? ''
                : hasInterval
                  ? `${amountText(value.low ?? 0, unit)} to ${amountText(value.high ?? 0, unit)}`
                  : value.n < 2
                    ? 'one play'
                    : value.low === null || value.high === null
                      ? 'unknown: one play is far from the others'
                      : 'all plays the same'}
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

const RunLink = ({ model, one }: { readonly model: StudyModel; readonly one: ConfigurationReport }) => {
  const [address, seed] = [model.findRun(one.number), model.findSeed(one.number)];
  if (address === undefined) return <p class="dim">No play of it came to its end, so there is none to look at.</p>;
  return (
    <p class={css.runLink}>
      <a class="key main" href={address}>
        Open its median run
      </a>{' '}
      <span class="dim small">
        seed <Words value={seed ?? ''} max={30} />, of {one.plays} plays
      </span>
    </p>
  );
};
