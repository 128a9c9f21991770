import { plainText } from '../text.ts';
import { Sheet } from '../views/sheet.tsx';
import type { CoveragePageData } from './coverageData.ts';
import * as css from './coveragePage.css';

/** What a client should be ready for that the runs have never seen; how much of each family they met; and each part of it. */
export const CoveragePage = ({ data: { engine, neverSeen, families } }: { readonly data: CoveragePageData }) => {
  const parts = families.flatMap(({ name: family, times }) => Object.entries(times).map(([name, count]) => ({ name, family, count })));
  return (
    <main class={css.page}>
      <header>
        <span class="brand">podsim</span> <h1>What the runs met</h1>
      </header>
      <div>
        <h2>What a client should be ready for, and the runs have never seen</h2>
        {neverSeen.length === 0 ? (
          <p>Nothing: they have seen all of it.</p>
        ) : (
          <Sheet
            name="Never seen"
            rows={neverSeen}
            columns={[
              { name: 'what', value: ({ words }) => plainText(words, 200) },
              { name: 'rule', value: ({ rule }) => rule },
            ]}
          />
        )}
        <p class="dim">
          <code>podsim spec rules</code> with the id of a rule names scenarios that show it.
        </p>
      </div>
      <div>
        <h2>How much of each family</h2>
        <Sheet
          name="How much"
          rows={families.map((family) => ({ ...family, ...count(family.times) }))}
          columns={[
            { name: 'family', value: ({ name }) => name },
            { name: 'met', class: 'number', value: ({ met }) => met },
            { name: 'of', class: 'number', value: ({ all }) => all },
            { name: '%', class: 'number', value: ({ met, all }) => (all === 0 ? undefined : Math.floor((100 * met) / all)) },
            { name: 'what it counts', value: ({ about }) => about },
          ]}
        />
      </div>
      <div>
        <h2>How often each was met</h2>
        <Sheet
          name="All of it"
          rows={parts}
          rowClass={({ count: times }) => (times === 0 ? 'dim' : undefined)}
          columns={[
            { name: 'what', value: ({ name }) => plainText(name, 200) },
            { name: 'family', value: ({ family }) => family },
            { name: 'times', class: 'number', value: ({ count: times }) => times },
          ]}
        />
      </div>
      <footer class="dim small">podsim {plainText(engine)}</footer>
    </main>
  );
};

const count = (times: Readonly<Record<string, number>>) => {
  const counts = Object.values(times);
  return { met: counts.filter((one) => one > 0).length, all: counts.length };
};
