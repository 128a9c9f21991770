import type { rules } from '../../engine/cloud/index.ts';
import type { Scenario } from '../../engine/scenario/index.ts';

type Id = (typeof rules)[number]['id'];

/** What a person may want to see, and the rules that show it. */
interface Wish {
  readonly see: string;
  readonly rules: readonly Id[];
}

// biome-ignore format: a table
const rooms: readonly { readonly title: string; readonly wishes: readonly Wish[] }[] = [
  { title: 'A job', wishes: [
    { see: 'a job that runs and completes',                            rules: ['job.run', 'job.complete', 'job.runsync'] },
    { see: 'a job that fails, and is tried again',                     rules: ['job.fail', 'job.retry', 'job.retry-refused'] },
    { see: 'a job that takes too long',                                rules: ['job.timeout'] },
    { see: 'a job that waits too long, and expires',                   rules: ['job.ttl', 'job.expired'] },
    { see: 'a result that is gone when its client asks for it',        rules: ['job.retention-run', 'job.retention-runsync', 'job.status-ttl'] },
    { see: 'a job that is cancelled, before and while it runs',        rules: ['job.cancel-queued', 'job.cancel-running', 'job.cancel-terminal', 'job.cancel-takes-time'] },
    { see: 'whose turn it is in a queue',                              rules: ['job.order', 'job.requeue-order', 'scaling.low-priority'] },
    { see: 'many jobs in one call',                                    rules: ['queue.batch'] },
    { see: 'a queue that is purged',                                   rules: ['queue.purge'] },
    { see: 'an output that arrives in parts',                          rules: ['stream.drain', 'stream.shape', 'stream.handler', 'stream.chunk-size'] },
    { see: 'a webhook that is tried again',                            rules: ['webhook.delivery', 'job.status-ttl-webhook'] },
    { see: 'the OpenAI routes',                                        rules: ['queue.openai'] },
  ] },
  { title: 'Workers', wishes: [
    { see: 'a cold start, and a start that is not cold',               rules: ['worker.cold-start', 'worker.image-on-host', 'image.size', 'handler.first-job'] },
    { see: 'FlashBoot: workers that sleep and wake',                   rules: ['worker.sleep', 'worker.wake'] },
    { see: 'workers that are added as jobs wait',                      rules: ['scaling.queue-delay', 'scaling.request-count', 'endpoint.scaler'] },
    { see: 'an endpoint that scales to zero',                          rules: ['worker.idle', 'scaling.request-count'] },
    { see: 'several jobs at once on one worker',                       rules: ['worker.concurrency', 'worker.sharing', 'worker.ramp', 'worker.takes-in-time'] },
    { see: 'a language model that makes tokens',                       rules: ['handler.tokens'] },
    { see: 'a new release while jobs run',                             rules: ['worker.rollout', 'endpoint.patch'] },
    { see: 'real processes that take simulated jobs',                  rules: ['worker-api.external', 'worker-api.take', 'worker-api.done', 'worker-api.gone', 'worker-api.stop', 'worker-api.ping', 'worker-api.silence'] },
    { see: 'a load balancer',                                          rules: ['lb.traffic', 'lb.health', 'lb.no-worker', 'lb.affinity'] },
  ] },
  { title: 'What goes wrong', wishes: [
    { see: 'a worker that crashes, and the job that it had',           rules: ['job.worker-lost'] },
    { see: 'a host that fails',                                        rules: ['pod.error'] },
    { see: 'no capacity',                                              rules: ['pod.capacity', 'worker.lifecycle'] },
    { see: 'an API that is slow, answers with errors, or not at all',  rules: ['fault.forced', 'fault.socket', 'edge.cut', 'fault.window'] },
    { see: 'lists that lag behind, and views that disagree',           rules: ['fault.views'] },
    { see: 'too many calls, and 429',                                  rules: ['limits.exceeded', 'limits.windows', 'limits.queue', 'limits.at-once', 'fault.quota'] },
    { see: 'a key that may not do what its client asks for',           rules: ['auth.bearer', 'auth.scope', 'auth.tenancy', 'auth.queue-key'] },
    { see: 'a body that is refused, and why',                          rules: ['errors.validation', 'errors.malformed', 'errors.problem', 'job.unknown-keys'] },
  ] },
  { title: 'Pods, clusters and volumes', wishes: [
    { see: 'a pod from its creation to its end',                       rules: ['pod.create', 'pod.start', 'pod.stop', 'pod.restart', 'pod.terminate', 'pod.actions'] },
    { see: 'a pod that cannot resume',                                 rules: ['pod.same-host'] },
    { see: 'a pod that cannot be reached yet',                         rules: ['pod.reachable', 'pod.ssh-direct', 'pod.ssh-proxy'] },
    { see: 'what is lost with a container, and what stays',            rules: ['container.disk', 'pod.patch-reset', 'mounts.persistent-size'] },
    { see: 'a cluster that is created whole, and loses a host',        rules: ['cluster.create', 'cluster.lifecycle', 'cluster.ranks'] },
    { see: 'a network volume',                                         rules: ['volume.size', 'volume.global', 'volume.delete-attached', 'mounts.volume-datacenter'] },
    { see: 'a template',                                               rules: ['pod.template', 'endpoint.template-merge', 'template.defaults', 'catalog.templates'] },
    { see: 'what is in stock',                                         rules: ['catalog.availability', 'pod.placement', 'endpoint.placement'] },
  ] },
  { title: 'Money', wishes: [
    { see: 'what workers cost',                                        rules: ['billing.active-workers', 'billing.unhealthy-workers'] },
    { see: 'what pods and volumes cost',                               rules: ['pod.cost', 'billing.priced', 'billing.volume-rates'] },
    { see: 'bills by time and by label',                               rules: ['billing.buckets', 'billing.labels', 'label.cost-centers', 'billing.amounts'] },
    { see: 'a balance that is used up',                                rules: ['account.balance'] },
  ] },
];

/** As many as a person looks through. */
const shownMax = 2;

/** `docs/gallery.md`: scenarios by what a person wants to see. */
export const galleryPage = (scenarios: readonly Scenario[]): string =>
  [
    '# Gallery',
    '',
    'Scenarios by what you want to see. Generated by `npm run generate` from what the scenarios teach; [the catalog](../scenarios/README.md) has all of',
    'them by rule. Play one with `podsim run FILE`, look at it with `podsim page FILE -o replay.html`; on the [site](lessons.md) each plays in its page.',
    '',
    ...rooms.flatMap(({ title, wishes }) => [
      `## ${title}`,
      '',
      '| I want to see … | |',
      '|---|---|',
      ...wishes.map((wish) => `| ${wish.see} | ${selectScenarios(wish, scenarios).map(linkTo).join('<br>') || 'no scenario yet'} |`),
      '',
    ]),
    '## Many jobs at once',
    '',
    'Scenarios with a load, the shortest first:',
    '',
    ...byLength(scenarios.filter(({ spec }) => spec.load !== undefined))
      .slice(0, 5)
      .map((one) => `- ${linkTo(one)}`),
    '',
  ].join('\n');

/** Those that teach most of the rules; among these, those that teach little else, and the shortest. */
const selectScenarios = ({ rules }: Wish, scenarios: readonly Scenario[]): readonly Scenario[] => {
  const places = byLength(scenarios).flatMap((scenario) => {
    const taught = scenario.spec.teaches ?? [];
    const own = taught.filter((id) => rules.some((one) => one === id)).length;
    return own === 0 ? [] : [{ scenario, own, others: taught.length - own }];
  });
  places.sort((a, b) => b.own - a.own || a.others - b.others);
  return places.slice(0, shownMax).map(({ scenario }) => scenario);
};

const byLength = (scenarios: readonly Scenario[]): readonly Scenario[] =>
  [...scenarios].sort((a, b) => measureLength(a) - measureLength(b) || (a.file < b.file ? -1 : 1));

const measureLength = ({ spec }: Scenario): number => JSON.stringify(spec).length;

const linkTo = ({ file, spec }: Scenario): string =>
  `[${spec.title.replaceAll('|', '\\|')}](../${file.replace(/^.*?scenarios\//, 'scenarios/')})`;
