import { timesText } from '../../../../engine/cloud/index.ts';
import { ConfigurationsTable } from './configurationsTable.tsx';
import { Detail } from './detail.tsx';
import { EffectsTable } from './effectsTable.tsx';
import { FrontierPlot } from './frontierPlot.tsx';
import { HeatTable } from './heatTable.tsx';
import { LookSign, looks, Words } from './looks.tsx';
import type { StudyAnswer } from './studyData.ts';
import type { StudyModel } from './studyModel.ts';
import * as css from './studyPage.css';
import { verdictWords } from './verdict.ts';

/** What the study came to under each timing: where that differs, the times decide. */
const Answers = ({ answers }: { readonly answers: readonly StudyAnswer[] }) => (
  <section class={`${css.part} ${css.answers}`} aria-label="Answers under each timing">
    <h2>Under each timing</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">times</th>
          <th scope="col">answer</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ times, words }) => (
          <tr key={times}>
            <td>{times}</td>
            <td>
              <Words value={words} max={600} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p class="dim small">The rest of this page is the study under the first of them.</p>
  </section>
);

/** The whole study on one page. */
export const StudyPage = ({ model }: { readonly model: StudyModel }) => {
  const { study, configurations, measures, best, engine } = model.report;
  const plays = configurations.reduce((sum, one) => sum + one.plays, 0);
  const look = looks.find(({ name }) => name === (best === null ? 'not' : 'best'));
  const hasGoal = model.report.picture.limits.length > 0;
  return (
    <div class={css.study}>
      <header class={css.head}>
        <h1>
          <span class="brand">podsim study</span>
          <Words value={study} max={300} />
        </h1>
        <p class={css.verdict}>
          {hasGoal && look !== undefined ? <LookSign look={look} /> : null}
          <Words value={verdictWords(model)} max={1_500} />
        </p>
        {model.data.quotes.map((words) => (
          <p class="small" key={words}>
            <Words value={words} max={300} />
          </p>
        ))}
        <p class="dim small">
          {configurations.length} configurations of <Words value={model.data.scenario} max={120} /> · {plays} plays · engine {engine}
        </p>
        {model.report.times.map((times) => (
          <p class="dim small" key={timesText(times)}>
            times: {timesText(times)}
          </p>
        ))}
      </header>
      {model.data.answers.length < 2 ? null : <Answers answers={model.data.answers} />}
      <main class={css.parts}>
        {measures.length > 1 ? <FrontierPlot model={model} /> : null}
        <Detail model={model} />
        <div class={css.row}>
          <HeatTable model={model} />
          <EffectsTable model={model} />
        </div>
        <ConfigurationsTable model={model} />
      </main>
    </div>
  );
};
