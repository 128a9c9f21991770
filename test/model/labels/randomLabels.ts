import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { noWishes } from '../pods/plan.ts';
import type { EndpointAct } from './endpoints.ts';
import type { LabelAct, LabelKind, LabelPlan, ResourceName } from './plan.ts';

/** Random tags and cost centers of a few pods and volumes that come and go. Half of the plans last for days, so that bills have many hours. */
export const randomLabels = (seed: string): LabelPlan => {
  const choice = new Choice(seed, 'labels', 'model');
  const pace = choice.of([1, 900]);
  const acts: LabelAct[] = [];
  const count = { POD: 0, CLUSTER: 0, SERVERLESS_ENDPOINT: 0, NETWORK_VOLUME: 0, tag: 0, center: 0 };
  // One more than there are, now and then.
  const pick = (of: keyof typeof count): number => choice.below(count[of] + (choice.happens(1, 6) ? 1 : 0) || 1);
  const resource = (): ResourceName => {
    const kind = choice.of(['POD', 'CLUSTER', 'SERVERLESS_ENDPOINT', 'NETWORK_VOLUME'] as const);
    return { kind, number: pick(kind) };
  };
  const limit = (): number | null => choice.of([null, 1, 1, 2]);
  const text = () => choice.of(['team', ' team', 'ml ', 'a-team', 'ml', 'x']);
  let at = 0;
  while (acts.length < 170) {
    at += 1 + pace * choice.below(10_000);
    const of: LabelKind = choice.of(['tag', 'center']);
    const label = pick(of);
    const act = choice.pickWeighted([
      [count.POD < 5 ? 6 : 1, 'create-pod'],
      [2, 'end-pod'],
      [count.CLUSTER < 3 ? 4 : 1, 'form'],
      [2, 'cluster'],
      [count.SERVERLESS_ENDPOINT < 4 ? 5 : 1, 'create-endpoint'],
      [3, 'endpoint'],
      [count.NETWORK_VOLUME < 5 ? 5 : 1, 'create-volume'],
      [2, 'resize-volume'],
      [1, 'get-volume'],
      [1, 'delete-volume'],
      [2, 'volumes'],
      [count[of] < 4 ? 8 : 2, 'create'],
      [3, 'change'],
      [3, 'get'],
      [1, 'delete'],
      [14, 'attach'],
      [6, 'detach'],
      [8, 'list'],
      [12, 'resources'],
      [12, 'next'],
      [20, 'bill'],
    ] as const);
    const key = choice.happens(1, 12) ? choice.of(['', ' ', 'RunPod:x', ' runpod:y', 'runpod']) : text();
    const value = choice.happens(1, 12) ? choice.of(['', ' ']) : text();
    if (act === 'create-pod') {
      acts.push({ at, do: 'pod', act: { at, do: 'create', gpus: 1, image: 'a/one:1', mount: choice.of([0, 10]), wishes: noWishes } });
      count.POD += 1;
    } else if (act === 'end-pod')
      acts.push({ at, do: 'pod', act: { at, do: choice.of(['terminate', 'terminate', 'stop', 'start']), pod: pick('POD') } });
    else if (act === 'form') {
      acts.push({ at, do: 'cluster', act: { at, do: 'form', members: 2, gpus: 1 } });
      count.CLUSTER += 1;
    } else if (act === 'cluster')
      acts.push({ at, do: act, act: { at, do: choice.of(['dissolve', 'get', 'members']), cluster: pick('CLUSTER') } });
    else if (act === 'create-endpoint') {
      acts.push({ at, do: 'endpoint', act: { at, do: 'create', min: choice.below(3), max: 2 } });
      count.SERVERLESS_ENDPOINT += 1;
    } else if (act === 'endpoint') acts.push({ at, do: act, act: randomEndpointAct(choice, at, pick('SERVERLESS_ENDPOINT')) });
    else if (act === 'create-volume') {
      const size = choice.of([9, 10, 50, 200]);
      if (size >= 10) count.NETWORK_VOLUME += 1;
      acts.push({ at, do: act, size });
    } else if (act === 'resize-volume') acts.push({ at, do: act, volume: pick('NETWORK_VOLUME'), size: choice.of([5, 10, 60, 300]) });
    else if (act === 'get-volume' || act === 'delete-volume') acts.push({ at, do: act, volume: pick('NETWORK_VOLUME') });
    else if (act === 'volumes') acts.push({ at, do: act });
    else if (act === 'create') {
      acts.push({ at, do: act, of, key, value, resources: Array.from({ length: choice.below(4) }, resource) });
      count[of] += 1;
    } else if (act === 'change') acts.push({ at, do: act, of, label, key, value });
    else if (act === 'get' || act === 'delete') acts.push({ at, do: act, of, label });
    else if (act === 'attach' || act === 'detach') acts.push({ at, do: act, of, label, resource: resource() });
    else if (act === 'list') acts.push({ at, do: act, of, contains: choice.of([null, 'team', 'm', 'q']), limit: limit() });
    else if (act === 'resources') acts.push({ at, do: act, of, label, limit: limit() });
    else if (act === 'next') acts.push({ at, do: act, page: choice.below(2), like: choice.of([0, 0, 0, 1]) });
    else {
      const [tag, center] = [choice.happens(2, 3) ? pick('tag') : null, choice.happens(1, 2) ? pick('center') : null];
      acts.push({ at, do: act, product: choice.of(['pods', 'endpoints', 'endpoints', 'clusters', 'clusters', 'all']), tag, center });
    }
  }
  const idle = 1_000 * choice.of([1, 60, 3_600]);
  return { pods: { provision: 1_000, pull: 2_000, start: 3_000 }, idle, acts, until: at + 1_000 };
};

const randomEndpointAct = (choice: Choice, at: number, endpoint: number): EndpointAct => {
  const what = choice.of(['scale', 'scale', 'delete', 'list'] as const);
  if (what === 'scale') return { at, do: what, endpoint, min: choice.below(3), max: choice.below(4) };
  return what === 'delete' ? { at, do: what, endpoint } : { at, do: what };
};
