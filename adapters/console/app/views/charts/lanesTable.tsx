import { barsAt, listLaneRows, spanAt } from '../../model/charts/laneRows.ts';
import { useConsole, useMoment } from '../context.ts';
import { EntityButton, Status, Text, Time } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';

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
  const rows = listLaneRows(log.lanes.groups, desk.scope.value, desk.range.value).flatMap(({ host, lane }) => {
    const band = lane === undefined ? undefined : spanAt(lane.bands, at);
    return lane === undefined || band === undefined
      ? []
      : [{ host, lane, band, bars: barsAt(lane, at), load: spanAt(lane.loads, at), handed: spanAt(lane.handed, at) }];
  });
  return (
    <Sheet
      name="Lanes as a table"
      caption={
        <>
          Workers, pods and clusters at <Time at={at} />
          {rows.length > rowsMax ? `, the first ${rowsMax} of ${rows.length}` : ''}
        </>
      }
      rows={rows}
      most={rowsMax}
      columns={[
        {
          name: 'name',
          value: ({ lane }) => log.labels.findName(lane.id),
          show: ({ lane }) => <EntityButton kind={lane.kind} id={lane.id} />,
        },
        { name: 'host', value: ({ host }) => host, show: ({ host }) => (host === '' ? '–' : <Text value={host} max={40} />) },
        { name: 'status', value: ({ band }) => band.status, show: ({ lane, band }) => <Status kind={lane.kind} status={band.status} /> },
        { name: 'since', unit: 'ms', value: ({ band }) => band.from, show: ({ band }) => <Time at={band.from} /> },
        { name: 'at once', value: ({ load }) => load?.running },
        {
          name: 'jobs',
          value: ({ bars, handed }) =>
            [...bars, ...(bars.length === 0 && handed !== undefined ? [handed] : [])].map(({ id }) => log.labels.findName(id)).join(' '),
          show: ({ bars, handed }) => (
            <>
              {bars.slice(0, jobsMax).map(({ id }) => (
                <EntityButton key={id} kind="job" id={id} />
              ))}
              {bars.length > jobsMax ? ` and ${bars.length - jobsMax} more` : ''}
              {bars.length === 0 && handed !== undefined ? <EntityButton kind="job" id={handed.id} /> : ''}
              {bars.length === 0 ? (handed === undefined ? '–' : ' handed, not yet running') : ''}
            </>
          ),
        },
      ]}
    />
  );
};
