import { useMemo } from 'preact/hooks';
import { coverageFamilies, neverSeen } from '../../../../../engine/world/index.ts';
import { LogCoverage } from '../../model/logCoverage.ts';
import { useConsole } from '../context.ts';
import { Sheet } from '../sheet.tsx';
import * as css from './coverage.css';

/** What a client should be ready for that the log has never seen; then which rules, refusals, statuses, transitions and faults it has met. */
export const CoverageView = () => {
  const { desk } = useConsole();
  desk.version.value;
  const { log } = desk;
  const read = useMemo(() => new LogCoverage(), [log]);
  if (log === undefined) return null;
  const coverage = read.upTo(log);
  const unseen = neverSeen(coverage).map(({ words, rule }) => ({ name: `${words} (${rule})`, family: 'never seen', times: 0 }));
  const met = coverageFamilies.flatMap((family) => Object.entries(coverage[family]).map(([name, times]) => ({ name, family, times })));
  return (
    <div class={css.coverage}>
      <Sheet
        name="Coverage"
        rows={[...unseen, ...met]}
        columns={[
          { name: 'what', value: ({ name }) => name },
          { name: 'of', value: ({ family }) => family },
          { name: 'times', value: ({ times }) => times },
        ]}
      />
    </div>
  );
};
