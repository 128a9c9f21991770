import type { Answer } from '../../../engine/api/operation.ts';
import type { Pod } from '../../../engine/cloud/pod/evolve.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { Input } from '../../../engine/world/receive.ts';
import type { World } from '../../../engine/world/world.ts';
import { callOf } from '../../support/worlds/worlds.ts';
import type { ClusterAct } from './plan.ts';

const gpuTypeId = 'NVIDIA GeForce RTX 4090';

/** The clusters of the engine, in the words of the model. */
export class PlayedClusters {
  readonly #clusters: string[] = [];
  readonly #members = new Map<string, string>();
  #calls = 0;

  /** Their ids, in the order in which they were formed. */
  get ids(): readonly string[] {
    return this.#clusters;
  }

  /** What one of them, or a member, has done, if it has. */
  hear({ kind, event, from, entity, id, at }: StateChange): readonly string[] {
    if (event.type === 'ClusterCreated') this.#clusters.push(id);
    if (event.type === 'PodCreated' && event.member !== null)
      this.#members.set(id, `${this.#name(event.member.clusterId)}-m${event.member.index}`);
    if (from === entity.status) return [];
    if (kind === 'cluster') return [`${at} ${this.#name(id)} ${entity.status}`];
    return kind === 'pod' && this.#members.has(id) ? [`${at} ${this.#members.get(id)} ${(entity as Pod).status}`] : [];
  }

  /** Does what a client does, and says what is answered. */
  act(world: World, act: ClusterAct): string {
    this.#calls += 1;
    const key = act.do === 'form' ? { key: `clusters-${this.#calls}` } : {};
    const reply = world.call({ ...this.#callFor(act), ...key });
    if (!('answer' in reply)) throw new Error(`${act.do} at ${act.at} is not answered at once`);
    return `${act.at} answers ${this.#answerLine(act, reply.answer)}`;
  }

  #name(id: string): string {
    return `cl-${this.#clusters.indexOf(id)}`;
  }

  #callFor(act: ClusterAct): Input {
    const { at } = act;
    if (act.do === 'form') {
      const compute = { gpuTypeId, gpuCountPerPod: act.gpus, podCount: act.members };
      return callOf('createCluster', {}, { at, body: { name: 'c', type: 'TRAINING', image: 'a/cluster:1', compute } });
    }
    if (act.do === 'list') return callOf('listClusters', {}, { at });
    const params = { id: this.#clusters[act.cluster] ?? 'none' };
    const operations = { get: 'getCluster', members: 'listClusterPods', dissolve: 'deleteCluster' } as const;
    return callOf(operations[act.do], params, { at });
  }

  #answerLine(act: ClusterAct, { status, body, rule }: Answer): string {
    if (status === 404 || status === 204) return String(status);
    if (rule !== undefined) return `${status} ${rule}`;
    if (act.do === 'list') return `200 ${(body as unknown as Listed).clusters.map(({ id }) => this.#name(id)).join(' ')}`;
    if (act.do === 'members')
      return `200 ${(body as unknown as Members).pods.map((pod) => `${this.#members.get(pod.id)} ${pod.status}`).join(', ')}`;
    const { id, pods, dataCenterId, primary } = body as unknown as ClusterView;
    const counts = Object.entries(pods.byStatus).map(([name, count]) => `${name}=${count}`);
    return `${status} ${this.#name(id)} total=${pods.total} ${counts.join(' ')} in ${dataCenterId} first ${primary?.status}`;
  }
}

interface Listed {
  readonly clusters: readonly { readonly id: string }[];
}

interface Members {
  readonly pods: readonly { readonly id: string; readonly status: string }[];
}

interface ClusterView {
  readonly id: string;
  readonly pods: { readonly total: number; readonly byStatus: Readonly<Record<string, number>> };
  readonly dataCenterId?: string;
  readonly primary?: { readonly status: string };
}
