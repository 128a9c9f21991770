import type { State, StateOf } from '../../../../../engine/cloud/index.ts';
import { fleetIn } from '../../model/scope/fleetIn.ts';
import { isWhole, type Scope } from '../../model/scope/scope.ts';
import { Hosts } from '../charts/hosts.tsx';
import { useConsole, useMoment } from '../context.ts';
import { Bounded, Command, EntityButton, Status, Text } from '../parts.tsx';
import * as css from './now.css';

/** The most of a kind that one place lists; of ended jobs fewer, because nothing more happens to them. */
const chipsMax = 120;
const endedMax = 60;

/** Everything there is at the moment. */
export const NowView = () => {
  const { source, desk } = useConsole();
  const moment = useMoment();
  if (moment === undefined) return null;
  const { log, seq } = moment;
  const state = log.stateAt(seq);
  const scope = desk.scope.value;
  const { endpoints, clusters, ended, holders } = fleetIn(state, scope);
  return (
    <div class={css.now}>
      <Faults state={state} />
      <section aria-label="Endpoints" class={css.cards}>
        {endpoints.map((endpoint) => (
          <EndpointCard key={endpoint.id} endpoint={endpoint} state={state} scope={scope} />
        ))}
        {clusters.map((cluster) => (
          <ClusterCard key={cluster.id} cluster={cluster} state={state} />
        ))}
      </section>
      <Hosts state={state} holders={holders} host={scope.host} isWhole={isWhole(scope)} />
      <Others state={state} ended={ended} isWhole={isWhole(scope)} />
      {state.size <= log.header.definition.accounts.length ? <p class="empty">Nothing has been made yet.</p> : null}
      <Command text={`podsim log show ${source()} --seq ${seq}`} />
    </div>
  );
};

interface EndpointCardProps {
  readonly endpoint: StateOf<'endpoint'>;
  readonly state: State;
  readonly scope: Scope;
}

const EndpointCard = ({ endpoint, state, scope: { host, status: only } }: EndpointCardProps) => {
  const { id, config, status } = endpoint;
  const { normal, low } = state.queues.of(id);
  const jobs = state.jobCounters.of(id);
  const traffic = state.traffic.of(id);
  const { counts, active } = state.fleet.of(id);
  return (
    <article class={css.card}>
      <h3>
        <EntityButton kind="endpoint" id={id} status={status} />
        <span class="dim">
          workers {config.workers.min} to {config.workers.max}, {scalerWords(config.scaling)}
        </span>
      </h3>
      <dl class={css.numbers}>
        <Figure name="in queue" value={normal.size + low.size + traffic.waiting.size} />
        <Figure name="in progress" value={jobs.inProgress + traffic.inFlight} />
        <Figure name="completed" value={jobs.completed} />
        <Figure name="failed" value={jobs.failed} />
        <Figure name="requeued" value={jobs.retried} />
      </dl>
      {/* What waits is on no host. */}
      {host !== undefined || (only !== undefined && only !== 'IN_QUEUE' && only !== 'WAITING') ? null : (
        <Row name="queue">
          <Ids kind="job" ids={normal} status="IN_QUEUE" />
          <Ids kind="request" ids={traffic.waiting} status="WAITING" />
          {normal.size + traffic.waiting.size === 0 ? <span class="dim">empty</span> : null}
        </Row>
      )}
      {low.size === 0 ? null : (
        <Row name="low priority">
          <Ids kind="job" ids={low} status="IN_QUEUE" />
        </Row>
      )}
      <Row name="workers">
        {Object.entries(counts).map(([name, count]) =>
          count <= 0 ? null : (
            <span key={name} class={css.counted}>
              {count} <Status kind="worker" status={name} />
            </span>
          ),
        )}
        {active + counts.STOPPED === 0 ? <span class="dim">none</span> : null}
      </Row>
    </article>
  );
};

/** The scaler of an endpoint, and its number. */
export const scalerWords = (scaling: StateOf<'endpoint'>['config']['scaling']): string =>
  scaling.type === 'QUEUE_DELAY' ? `QUEUE_DELAY ${scaling.queueDelay}s` : `REQUEST_COUNT ${scaling.requestCount}`;

const ClusterCard = ({ cluster, state }: { readonly cluster: StateOf<'cluster'>; readonly state: State }) => (
  <article class={css.card}>
    <h3>
      <EntityButton kind="cluster" id={cluster.id} status={cluster.status} />
      <Text value={cluster.shape.name} max={40} />
    </h3>
    <Row name="members">
      {state.members.of(cluster.id).podIds.map((id) => (
        <EntityButton key={id} kind="pod" id={id} status={state.find('pod', id)?.status} />
      ))}
    </Row>
  </article>
);

const Faults = ({ state }: { readonly state: State }) => {
  const faults = [...state.all('fault')];
  return faults.length === 0 ? null : (
    <section aria-label="Faults" class={css.strip}>
      <h3>Faults</h3>
      <Bounded
        items={faults}
        most={40}
        render={({ id, status, spec, strikes }) => (
          <span key={id} class="pair">
            <EntityButton kind="fault" id={id} status={status} />
            <span class="dim">
              {spec.fault}, struck {strikes}×
            </span>
          </span>
        )}
      />
    </section>
  );
};

interface OthersProps {
  readonly state: State;
  readonly ended: readonly StateOf<'job'>[];
  readonly isWhole: boolean;
}

/** What has a life but no place among the above. */
const Others = ({ state, ended, isWhole }: OthersProps) => {
  const volumes = isWhole ? [...state.all('volume')] : [];
  return (
    <>
      {ended.length === 0 ? null : (
        <section aria-label="Ended jobs" class={css.strip}>
          <h3>Ended jobs, results kept</h3>
          <Bounded
            items={ended}
            most={endedMax}
            render={({ id, status }) => <EntityButton key={id} kind="job" id={id} status={status} />}
          />
        </section>
      )}
      {volumes.length === 0 ? null : (
        <section aria-label="Volumes" class={css.strip}>
          <h3>Volumes</h3>
          <Bounded
            items={volumes}
            most={chipsMax}
            render={({ id, status }) => <EntityButton key={id} kind="volume" id={id} status={status} />}
          />
        </section>
      )}
    </>
  );
};

interface IdsProps {
  readonly kind: 'job' | 'request';
  readonly ids: Iterable<string> & { readonly size: number };
  readonly status: string;
}

const Ids = ({ kind, ids, status }: IdsProps) => {
  const shown: string[] = [];
  for (const id of ids) {
    if (shown.length === chipsMax) break;
    shown.push(id);
  }
  return (
    <>
      {shown.map((id) => (
        <EntityButton key={id} kind={kind} id={id} status={status} />
      ))}
      {ids.size > shown.length ? <span class="dim">and {ids.size - shown.length} more</span> : null}
    </>
  );
};

const Row = ({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) => (
  <div class="row">
    <span class="row-name">{name}</span>
    <div class="chips">{children}</div>
  </div>
);

const Figure = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div class={value === 0 ? `${css.figure} ${css.zero}` : css.figure}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
