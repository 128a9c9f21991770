import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { neverSeen } from '../../../../../engine/index.ts';
import { familiesOf, LogCoverage } from '../../model/logCoverage.ts';
import { useConsole } from '../context.ts';
import { Command } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';

/** Which rules, refusals, statuses, transitions and faults the log has met, and what a client should be ready for that it has never seen. */
export const CoverageView = () => {
  const { desk, source } = useConsole();
  desk.version.value;
  const { log } = desk;
  const met = useMemo(() => new LogCoverage(), [log]);
  const chosen = useSignal(0);
  if (log === undefined) return null;
  const coverage = met.upTo(log);
  const families = familiesOf(coverage);
  const unseen = neverSeen(coverage);
  const { family = 'operations', names = [] } = families[chosen.value] ?? {};
  return (
    <div class="coverage">
      <p>
        What all {log.length} entries have met, of what the platform has for these kinds and operations.{' '}
        <Command text={commandFor(source())} />
      </p>
      <Sheet
        name="Never seen"
        caption={
          unseen.length === 0
            ? 'This log has seen all that a client should be ready for'
            : 'A client should be ready for these, and this log has never seen them'
        }
        rows={unseen}
        columns={[
          { name: 'what', value: ({ words }) => words },
          { name: 'rule', value: ({ rule }) => rule },
        ]}
      />
      <p class="bar">
        {families.map((one, k) => (
          <button
            key={one.family}
            type="button"
            class="key"
            aria-pressed={k === chosen.value}
            onClick={() => {
              chosen.value = k;
            }}
          >
            {one.family} {one.met}/{one.names.length}
          </button>
        ))}
      </p>
      <Sheet
        name={`Met: ${family}`}
        caption={`How often each was met: ${family}`}
        rows={names}
        most={namesMax}
        columns={[
          { name: 'name', value: ([name]) => name },
          { name: 'times', value: ([, times]) => times },
        ]}
      />
    </div>
  );
};

/** So many are shown; all are copied. */
const namesMax = 200;

const commandFor = (source: string): string => (source.endsWith('.yaml') ? `podsim run ${source} --coverage` : `podsim coverage ${source}`);
