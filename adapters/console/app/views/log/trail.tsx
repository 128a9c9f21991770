import { listFamily, listTrail } from '../../model/runs.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { Text } from '../parts.tsx';
import * as css from './trail.css';

/** From the run that it all began with to the branch that is shown, and the other branches beside it. Nothing, while there are none. */
export const Trail = () => {
  const { desk, session, panes } = useConsole();
  const { run } = session;
  const runs = session.runs.value;
  if (run === undefined) return null;
  const family = listFamily(runs, run);
  if (family.length === 1) return null;
  const trail = listTrail(run);
  const others = family.filter((one) => !trail.includes(one));
  return (
    <nav class={css.trail} aria-label="Branches">
      <ol>
        {trail.map((one, k) => (
          <li key={k}>
            <button
              type="button"
              class="link"
              aria-current={one === run ? 'true' : undefined}
              onClick={() => session.choose(runs.indexOf(one), desk.seq.value)}
            >
              <Text value={k === 0 ? 'the run' : one.name} max={60} />
            </button>
          </li>
        ))}
      </ol>
      {others.length === 0 ? null : (
        <select aria-label="Other branches" value="" onChange={({ currentTarget }) => session.choose(Number(currentTarget.value))}>
          <option value="">{others.length === 1 ? 'one other branch' : `${others.length} other branches`}</option>
          {others.map((one) => (
            <option key={runs.indexOf(one)} value={String(runs.indexOf(one))}>
              {plainText(
                listTrail(one)
                  .slice(1)
                  .map(({ name }) => name)
                  .join(' › '),
                120,
              )}
            </option>
          ))}
        </select>
      )}
      <button type="button" class="key" title="Compare (5)" onClick={() => panes.show('compare')}>
        Compare
      </button>
    </nav>
  );
};
