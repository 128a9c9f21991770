import { render } from 'preact';
import { fillTemplate, valueText } from '../../../../engine/lab/study/index.ts';
import { dataId, type PageData } from '../pageData.ts';
import { plainText } from '../text.ts';
import * as css from './replay.css';
import { replayCodeId, type StudyPageData } from './studyData.ts';

/** Whether an address leads to a run, and not to the study. What reads the whole of it would make this script twice as large. */
export const leadsToRun = (hash: string): boolean => ['run', 'at', 's', 'view'].some((word) => readWords(hash).has(word));

const readWords = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''));

/** The address of the median run of a configuration; undefined if it has none. */
export const runAddress = ({ medians }: StudyPageData, configuration: number): string | undefined => {
  const index = medians.findIndex((median) => median.configuration === configuration);
  return index < 0 ? undefined : `${ownAddress()}#run=${index}`;
};

/** The page itself. A link that begins with `#` alone is taken for one that skips to another part of the same text. */
const ownAddress = (): string => `./${location.pathname.split('/').at(-1) ?? ''}${location.search}`;

/** More text than this would not fit into memory: then the runs of the first configurations alone are there. */
const textMax = 100_000_000;

/** The runs as the replay page takes them: the scenario of each configuration, with the seed of its median run. */
const replayData = ({ engine, report, template, medians, name }: StudyPageData): PageData => {
  const length = template.reduce<number>((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 20), 1);
  return {
    engine,
    scenarios: medians.slice(0, Math.floor(textMax / length)).map(({ configuration, seed, entries, fingerprint }) => {
      const { values = [] } = report.configurations[configuration - 1] ?? {};
      const title = report.varied.map((setting, k) => `${setting}=${valueText(values[k] ?? null)}`).join(' ');
      return {
        file: `${name}-${configuration}.scenario.yaml`,
        text: fillTemplate(template, values),
        files: {},
        seeds: [seed],
        runs: [{ index: 0, title, member: `seed ${seed}`, entries, fingerprint }],
      };
    }),
  };
};

/** Starts the replay page in this page. Its code stands here as text, and the policy knows its hash. */
export const startReplay = (data: StudyPageData, bar: Element): void => {
  render(<Bar data={data} />, bar);
  const held = document.createElement('script');
  held.type = 'application/json';
  held.id = dataId;
  held.textContent = JSON.stringify(replayData(data));
  document.body.append(held);
  const script = document.createElement('script');
  script.textContent = document.getElementById(replayCodeId)?.textContent ?? '';
  document.body.append(script);
};

/** Leads back to the configuration whose run is shown. */
const Bar = ({ data }: { readonly data: StudyPageData }) => (
  <nav class={css.bar} aria-label="Study">
    <button
      type="button"
      class="link"
      onClick={() => {
        const median = data.medians[Number(readWords(location.hash).get('run') ?? 0)];
        location.hash = median === undefined ? '' : `configuration=${median.configuration}`;
      }}
    >
      ← Back to the study
    </button>
    <bdi class="text">{plainText(data.report.study, 120)}</bdi>
    <span class="dim">the median run of each configuration</span>
  </nav>
);
