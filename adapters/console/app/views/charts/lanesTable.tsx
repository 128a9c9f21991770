import { barsAt, rowsOf, spanAt } from '../../model/charts/laneRows.ts';
import { HeadRow } from '../compare/twin.tsx';
import { useConsole, useMoment } from '../context.ts';
import { EntityButton, Status, Text, Time } from '../parts.tsx';

/** More rows than this are not listed: the filter of the log finds the others. */
const rowsMax = 200;
/** Of one worker; the lanes show that there are more. */
const jobsMax = 4;

/** What the lanes show at the moment. */
export const LanesTable = () => {
  const { desk } = useConsole();
  const moment = useMoment();
  if (moment === undefined) return null;
  const { log, seq } = moment;
  const at = desk.timeAt(seq);
  const rows = rowsOf(log.lanes.groups, desk.scope.value, desk.range.value).flatMap(({ host, lane }) => {
    const band = lane === undefined ? undefined : spanAt(lane.bands, at);
    return lane === undefined || band === undefined
      ? []
      : [{ host, lane, band, bars: barsAt(lane, at), load: spanAt(lane.loads, at), handed: spanAt(lane.handed, at) }];
  });
  return (
    <section class="scrolls" tabIndex={0} aria-label="Lanes as a table">
      <table>
        <caption>
          Workers and pods at <Time at={at} />
          {rows.length > rowsMax ? `, the first ${rowsMax} of ${rows.length}` : ''}
        </caption>
        <thead>
          <HeadRow names={['host', 'name', 'status', 'since', 'at once', 'jobs']} />
        </thead>
        <tbody>
          {rows.slice(0, rowsMax).map(({ host, lane, band, bars, load, handed }) => (
            <tr key={`${lane.id} ${host}`}>
              <td>{host === '' ? '–' : <Text value={host} max={40} />}</td>
              <td>
                <EntityButton kind={lane.kind} id={lane.id} />
              </td>
              <td>
                <Status kind={lane.kind} status={band.status} />
              </td>
              <td>
                <Time at={band.from} />
              </td>
              <td>{load?.running ?? '–'}</td>
              <td>
                {bars.slice(0, jobsMax).map(({ id }) => (
                  <EntityButton key={id} kind="job" id={id} />
                ))}
                {bars.length > jobsMax ? ` and ${bars.length - jobsMax} more` : ''}
                {bars.length === 0 && handed !== undefined ? <EntityButton kind="job" id={handed.id} /> : ''}
                {bars.length === 0 ? (handed === undefined ? '–' : ' handed, not yet running') : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
