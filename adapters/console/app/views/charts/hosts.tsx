import type { State } from '../../../../../engine/cloud/index.ts';
import { findMark } from '../../marks.ts';
import type { Holder } from '../../model/scope/fleetIn.ts';
import { Bounded, EntityButton, MarkSign, Text } from '../parts.tsx';
import * as css from './hosts.css';

const hostsMax = 100;
const holdersMax = 60;

interface HostsProps {
  readonly state: State;
  /** The workers and pods that are shown. */
  readonly holders: readonly Holder[];
  /** The host that is chosen. */
  readonly host: string | undefined;
  /** Whether nothing is chosen: hosts that are down and empty stand there, too. */
  readonly isWhole: boolean;
}

/** The hosts that something is on, or that are down, with their slots; and what has no host. */
export const Hosts = ({ state, holders, host: only, isWhole }: HostsProps) => {
  const byHost = new Map<string, Holder[]>();
  for (const { id } of state.all('host')) if (state.placements.isDown(id) && (isWhole || only === id)) byHost.set(id, []);
  for (const holder of holders) {
    const host = holder.entity.placement?.hostId ?? '';
    const before = byHost.get(host);
    if (before === undefined) byHost.set(host, [holder]);
    else before.push(holder);
  }
  const homeless = byHost.get('') ?? [];
  byHost.delete('');
  if (byHost.size + homeless.length === 0) return null;
  return (
    <section aria-label="Hosts" class={css.hosts}>
      <h3>Hosts</h3>
      <Bounded
        items={[...byHost]}
        most={hostsMax}
        render={([id, holders]) => <HostRow key={id} id={id} holders={holders} state={state} />}
      />
      {homeless.length === 0 ? null : (
        <div class={css.host}>
          <div class={`${css.hostName} dim`}>without a host</div>
          <Holders holders={homeless} />
        </div>
      )}
    </section>
  );
};

const HostRow = ({ id, holders, state }: { readonly id: string; readonly holders: readonly Holder[]; readonly state: State }) => {
  const host = state.placements.hosts.find(id);
  const isDown = state.placements.isDown(id);
  const free = host === undefined ? undefined : state.placements.free(host);
  return (
    <div class={css.host}>
      <div class={css.hostName}>
        <span class="pair">
          {isDown ? <EntityButton kind="host" id={id} status="DOWN" /> : <Text value={id} max={40} />}
          {host === undefined || free === undefined ? null : host.gpuTypeId === null ? (
            <span class={`${css.slots} dim`}>{`${host.vcpus - free.vcpus}/${host.vcpus} vCPU`}</span>
          ) : (
            <Slots total={host.gpus} used={isDown ? 0 : host.gpus - free.gpus} />
          )}
        </span>
        {host === undefined ? null : <span class="dim small">{[host.gpuTypeId ?? 'CPU', host.dataCenterId].join(' · ')}</span>}
      </div>
      <Holders holders={holders} />
    </div>
  );
};

/** One square for each GPU, filled where it is in use. */
const Slots = ({ total, used }: { readonly total: number; readonly used: number }) => (
  <span class={`${css.slots} dim`} title={`${used} of ${total} GPUs in use`}>
    <span aria-hidden="true">{total > 16 ? '' : `${'■'.repeat(used)}${'□'.repeat(Math.max(0, total - used))} `}</span>
    {used}/{total} GPU
  </span>
);

const Holders = ({ holders }: { readonly holders: readonly Holder[] }) => (
  <div class="chips">
    <Bounded items={holders} most={holdersMax} render={(holder) => <Occupant key={holder.entity.id} holder={holder} />} />
  </div>
);

/** A worker with its first job and how many more it has, or a pod. */
const Occupant = ({ holder: { kind, entity } }: { readonly holder: Holder }) => {
  const jobId = kind === 'worker' ? entity.jobId : null;
  const others = kind === 'worker' ? entity.otherJobs.length : 0;
  const requests = kind === 'worker' ? entity.requests : 0;
  return (
    <span class={css.slot}>
      <EntityButton kind={kind} id={entity.id} status={entity.status} />
      <span class="dim small">{entity.status}</span>
      {jobId === null ? null : <EntityButton kind="job" id={jobId} status="IN_PROGRESS" />}
      {others === 0 ? null : <span class="dim small">and {others} more</span>}
      {requests === 0 ? null : (
        <span class="dim small">
          <MarkSign mark={findMark('request', 'IN_FLIGHT')} /> {requests}
        </span>
      )}
    </span>
  );
};
