import { useSignal } from '@preact/signals';
import { rowsOf, spanAt } from '../model/laneRows.ts';
import { useMoment } from './context.ts';
import { EntityButton, Status, Text, Time } from './parts.tsx';

/** More rows than this are not listed: the filter of the log finds the others. */
const rowsMax = 200;

/** What the lanes show at the moment, for those who do not see them. It is made when it is opened. */
export const LanesTable = () => {
  const isOpen = useSignal(false);
  return (
    <details
      class="twin"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>As a table</summary>
      {isOpen.value ? <Table /> : null}
    </details>
  );
};

const Table = () => {
  const moment = useMoment();
  if (moment === undefined) return null;
  const { log, seq } = moment;
  const at = log.at(seq);
  const rows = rowsOf(log.lanes.groups).flatMap(({ host, lane }) => {
    const band = lane === undefined ? undefined : spanAt(lane.bands, at);
    return lane === undefined || band === undefined ? [] : [{ host, lane, band, bar: spanAt(lane.bars, at) }];
  });
  return (
    <section class="scrolls" tabIndex={0} aria-label="Lanes as a table">
      <table>
        <caption>
          Workers and pods at <Time at={at} />
          {rows.length > rowsMax ? `, the first ${rowsMax} of ${rows.length}` : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">host</th>
            <th scope="col">name</th>
            <th scope="col">status</th>
            <th scope="col">since</th>
            <th scope="col">job</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsMax).map(({ host, lane, band, bar }) => (
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
              <td>{bar === undefined ? '–' : <EntityButton kind="job" id={bar.id} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
