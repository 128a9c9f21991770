import { isJobShown } from '../../model/charts/jobRows.ts';
import { useConsole } from '../context.ts';
import { EntityButton, Status, Text, Time } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';

/** More rows than this are not listed: the filter of the log finds the others. */
const rowsMax = 200;

/** What the track of jobs shows: of each when it was queued, ran and ended. */
export const JobsTable = () => {
  const { desk } = useConsole();
  desk.version.value;
  const { log } = desk;
  if (log === undefined) return null;
  const [scope, range] = [desk.scope.value, desk.range.value];
  const all = log.jobs.bars.filter((bar) => isJobShown(bar, scope, range));
  return (
    <Sheet
      name="Jobs as a table"
      caption={`Jobs and requests of the range${all.length > rowsMax ? `, the first ${rowsMax} of ${all.length}` : ''}`}
      rows={all}
      most={rowsMax}
      columns={[
        { name: 'name', value: ({ id }) => log.labels.findName(id), show: ({ kind, id }) => <EntityButton kind={kind} id={id} /> },
        {
          name: 'endpoint',
          value: ({ endpoint }) => log.labels.findName(endpoint),
          show: ({ endpoint }) => <Text value={log.labels.findName(endpoint)} max={40} />,
        },
        {
          name: 'status',
          value: ({ end, parts }) => end ?? parts.at(-1)?.status,
          show: ({ kind, end, parts }) => <Status kind={kind} status={end ?? parts.at(-1)?.status ?? ''} />,
        },
        { name: 'queued', unit: 'ms', value: ({ from }) => from, show: ({ from }) => <Time at={from} /> },
        { name: 'runs', value: ({ parts }) => parts.filter(({ isRun }) => isRun).length },
        {
          name: 'started',
          unit: 'ms',
          value: ({ parts }) => parts.findLast(({ isRun }) => isRun)?.from,
          show: ({ parts }) => <TimeOrNone at={parts.findLast(({ isRun }) => isRun)?.from} />,
        },
        { name: 'ended', unit: 'ms', value: ({ to }) => to, show: ({ to }) => <TimeOrNone at={to} /> },
      ]}
    />
  );
};

const TimeOrNone = ({ at }: { readonly at: number | undefined }) => (at === undefined ? <>–</> : <Time at={at} />);
