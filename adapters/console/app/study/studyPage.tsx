import { timesText } from '../../../../engine/index.ts';
import { ConfigurationsTable } from './configurationsTable.tsx';
import { Detail } from './detail.tsx';
import { EffectsTable } from './effectsTable.tsx';
import { FrontierPlot } from './frontierPlot.tsx';
import { HeatTable } from './heatTable.tsx';
import { LookSign, looks, Words } from './looks.tsx';
import type { StudyModel } from './studyModel.ts';
import { verdictWords } from './verdict.ts';

/** The whole study on one page. */
export const StudyPage = ({ model }: { readonly model: StudyModel }) => {
  const { study, configurations, measures, best, engine } = model.report;
  const plays = configurations.reduce((sum, one) => sum + one.plays, 0);
  const look = looks.find(({ name }) => name === (best === null ? 'not' : 'best'));
  const hasGoal = model.report.picture.limits.length > 0;
  return (
    <div class="study">
      <header class="study-head">
        <h1>
          <span class="brand">podsim study</span>
          <Words value={study} max={300} />
        </h1>
        <p class="verdict">
          {hasGoal && look !== undefined ? <LookSign look={look} /> : null}
          <Words value={verdictWords(model)} max={600} />
        </p>
        <p class="dim small">
          {configurations.length} configurations of <Words value={model.data.scenario} max={120} /> · {plays} plays · engine {engine}
        </p>
        {model.report.times.map((times) => (
          <p class="dim small" key={timesText(times)}>
            times: {timesText(times)}
          </p>
        ))}
      </header>
      <main class="study-parts">
        {measures.length > 1 ? <FrontierPlot model={model} /> : null}
        <Detail model={model} />
        <div class="study-row">
          <HeatTable model={model} />
          <EffectsTable model={model} />
        </div>
        <ConfigurationsTable model={model} />
      </main>
    </div>
  );
};
