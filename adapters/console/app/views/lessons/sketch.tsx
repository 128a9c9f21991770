import { formatDuration } from '../../../../../engine/kernel/index.ts';
import { useConsole } from '../context.ts';
import { Text } from '../parts.tsx';
import * as css from './sketch.css';

/** Into how many parts the time is divided. */
const parts = 60;

/** The load of the lesson over time, as its scenario says it: what has come is faint, and what is to come is not. */
export const LoadSketch = () => {
  const { course, desk } = useConsole();
  const sitting = course?.sitting.value;
  const step = sitting?.current;
  if (sitting === undefined || step === undefined) return null;
  const { calls } = sitting.lesson;
  const now = desk.wholeRange.value.to;
  const end = Math.max(...calls.map(({ at }) => at), now, 1) * 1.05;
  const coming = calls.filter(({ at }) => at > step.moment.at);
  if (coming.length === 0 || sitting.answerTo(sitting.step.value) !== undefined) return null;
  return (
    <section class={css.sketch} aria-label="The load to come">
      <h3>The load to come</h3>
      {[...new Set(calls.map(({ endpoint }) => endpoint))].map((endpoint) => {
        const places = calls.flatMap((call) => (call.endpoint === endpoint ? [Math.floor((call.at / end) * parts)] : []));
        const counts = Array.from({ length: parts }, (_, part) => places.filter((place) => place === part).length);
        const most = Math.max(...counts);
        const own = coming.filter((call) => call.endpoint === endpoint);
        return (
          <div key={endpoint} class={css.row}>
            <Text value={desk.log?.labels.findName(endpoint) ?? endpoint} max={30} />
            <svg viewBox={`0 0 ${parts} 10`} preserveAspectRatio="none" aria-hidden="true">
              {counts.map((count, k) =>
                count === 0 ? null : (
                  <rect
                    key={k}
                    class={((k + 1) / parts) * end <= now ? css.gone : ''}
                    x={k}
                    width={0.8}
                    y={10 - (count / most) * 9}
                    height={(count / most) * 9}
                  />
                ),
              )}
              <path d={`M${(now / end) * parts} 0V10`} />
            </svg>
            <span class="dim small">{own.length === 0 ? 'no more calls' : describeTimes(own.map(({ at }) => at))}</span>
          </div>
        );
      })}
    </section>
  );
};

const describeTimes = (times: readonly number[]): string => {
  const [first, last] = [formatDuration(times[0] ?? 0), formatDuration(times.at(-1) ?? 0)];
  return `${times.length === 1 ? 'one call' : `${times.length} calls`} ${first === last ? `at ${first}` : `from ${first} to ${last}`}`;
};
