import type { Mechanism } from '../mechanisms.ts';

/** A quantity that facts give, the setting that has its value, and its estimator. */
export interface Quantity {
  readonly setting: string;
  /** The name that timings before had for it. */
  readonly formerly?: string;
  readonly mechanism: Mechanism;
  readonly estimator: EstimatorName;
  /** The remainder that the facts do not explain. */
  readonly open: string;
  /** Its kind, unless it is a time of containers. */
  readonly of?: Exclude<TimeKind, 'containers'>;
  /** Another quantity, whose evidence this one is estimated from, too. */
  readonly from?: string;
  /** A similar quantity, whose evidence counts if this one has none. */
  readonly orElse?: string;
}

/**
 * Calls and timeouts, and restores from memory, deviate less than other work of containers, so the usual deviation is computed for each
 * kind by itself.
 */
export type TimeKind = 'calls' | 'restores' | 'containers';

export type EstimatorName =
  | 'lognormal'
  | 'levels'
  | 'pools'
  | 'short-hours'
  | 'held-share'
  | 'waits'
  | 'median'
  | 'restores'
  | 'restores-spread'
  | 'restores-life'
  | 'nothing'
  | 'list'
  | 'choice';

// biome-ignore format: a table
const table = {
  'take-interval': { setting: 'worker.takeEvery',        mechanism: 'take',      estimator: 'median',    open: 'the gap under the newest SDK was never measured' },
  'take-delay':    { setting: 'worker.takeDelay',        mechanism: 'take',      estimator: 'lognormal', of: 'calls', open: 'other regions and gateways' },
  'post-delay':    { setting: 'job.postDelay',           mechanism: 'post',      estimator: 'lognormal', of: 'calls', open: 'sometimes under 60 ms' },
  'start':         { setting: 'worker.start',            mechanism: 'start',     estimator: 'levels',    open: 'why an image has a second mode: 4 of 11 starts of T014' },
  'cold-start':    { setting: 'start of an image that is not known', mechanism: 'start', estimator: 'levels', open: 'how much of the image its host has' },
  'restore':       { setting: 'worker.flashbootStart',   mechanism: 'sleep',     estimator: 'levels', of: 'restores', open: 'how long a snapshot lives on its host' },
  'client-clock':  { setting: 'clock of a client',      mechanism: 'sleep',     estimator: 'median',    open: 'how often a client asks, and from where' },
  'sleeps':        { setting: 'worker.sleep',            mechanism: 'sleep',     estimator: 'choice',    open: 'how long a sleeping slot lives' },
  'prepared':      { setting: 'endpoint.prepares',       mechanism: 'sleep',     estimator: 'median',    open: 'how many: one at least' },
  'awake-shown':   { setting: 'worker.awakeShown',       mechanism: 'hand-over', estimator: 'choice',    open: 'the list of workers says otherwise' },
  'snapshot-hit':  { setting: 'worker.snapshotHit',      mechanism: 'sleep',     estimator: 'restores', open: 'what makes one endpoint differ from another: pauses, hosts, and images' },
  'snapshot-spread': { setting: 'worker.snapshotSpread', mechanism: 'sleep',     estimator: 'restores-spread', from: 'snapshot-hit', open: 'few endpoints; of two of them the pauses are not known' },
  'snapshot-life': { setting: 'worker.snapshotLife',     mechanism: 'sleep',     estimator: 'restores-life', from: 'snapshot-hit', open: 'nothing between two and seventeen minutes' },
  'hand-over':     { setting: 'worker.handOver',         mechanism: 'hand-over', estimator: 'median',    open: 'one transcript, polled every few seconds: nothing says where in the interval' },
  'import-load':   { setting: 'worker.importLoad',       mechanism: 'first-job', estimator: 'levels', open: 'what is imported: two images, both short' },
  'model-load':    { setting: 'worker.checkpointLoad', formerly: 'firstJob of a handler', mechanism: 'first-job', estimator: 'levels', open: 'the page cache of the host, and the size of the model' },
  'engine-boot':   { setting: 'start of an engine',      mechanism: 'start',     estimator: 'levels', open: 'the size of the model, and what is compiled' },
  'pod-reach':     { setting: 'pod.reach',               mechanism: 'pod',       estimator: 'lognormal', open: 'other regions and images' },
  'pull-fixed':    { setting: 'worker.imagePull',        mechanism: 'pull',      estimator: 'nothing', from: 'pull-rate',     orElse: 'pod-pull-rate', open: 'compression and layers' },
  'pull-rate':     { setting: 'worker.pullPerGigabyte',  mechanism: 'pull',      estimator: 'pools', orElse: 'pod-pull-rate', open: 'one pull of a worker on a CPU; two of vLLM on GPUs took over 20 and 36 minutes' },
  'image-size':    { setting: 'worker.imageMegabytes',  mechanism: 'pull',      estimator: 'median',    open: 'images of GPU workers have 10 to 27 GB' },
  'gpu-image-size': { setting: 'size of an image for GPUs', mechanism: 'pull', estimator: 'median', open: 'what is in it' },
  'pod-pull-fixed': { setting: 'pod.imagePull',         mechanism: 'pull',      estimator: 'nothing', from: 'pod-pull-rate', orElse: 'pull-rate', open: 'compression and layers' },
  'pod-pull-rate': { setting: 'pod.pullPerGigabyte',     mechanism: 'pull',      estimator: 'pools', orElse: 'pull-rate', open: 'registry, compression, region' },
  'image-memory':  { setting: 'pod.imageMemory',         mechanism: 'pull',      estimator: 'choice',    open: 'whether a worker and a pod find the image of the other' },
  'rate-of':       { setting: 'pod.pullRate',            mechanism: 'pull',      estimator: 'choice',    open: 'how long a pool keeps its rate' },
  'worker-rate-of': { setting: 'worker.pullRate',        mechanism: 'pull',      estimator: 'choice',    from: 'rate-of', open: 'two pulls of workers on one pool were never measured' },
  'host-order':    { setting: 'worker.hostOrder',        mechanism: 'pull',      estimator: 'choice',    open: 'which hosts the platform tries first' },
  'short-hours':   { setting: 'worker.shortHours',       mechanism: 'capacity',  estimator: 'short-hours', open: 'which GPU, place and hour. A run that is told of because it was held does not count: the others are not told of' },
  'held-share':    { setting: 'worker.heldShare',        mechanism: 'capacity',  estimator: 'held-share', from: 'short-hours', open: 'whether one launch that is held makes the next one likelier to be' },
  'held':          { setting: 'worker.held',             mechanism: 'capacity',  estimator: 'waits', open: 'two of three were given up before they ended' },
  'lost-after':    { setting: 'job.unnamedLostAfter',    mechanism: 'lost',      estimator: 'lognormal', of: 'calls', open: 'a worker that is silent was never measured' },
  'webhook-gaps':  { setting: 'job.webhookGaps',         mechanism: 'webhook',   estimator: 'list',      open: 'one receiver; the documentation says 10 s apart' },
  'edge-cut':      { setting: 'call.edgeCut',            mechanism: 'edge',      estimator: 'lognormal', of: 'calls', open: 'a gateway gave 502 after 36 s once' },
  'no-worker':     { setting: 'request.noWorker',        mechanism: 'balancer',  estimator: 'choice',    open: '' },
  'cancel-answer': { setting: 'job.cancelAnswers',       mechanism: 'cancel',    estimator: 'lognormal', of: 'calls', open: "the client's network is in it" },
  'cancel-end':    { setting: 'job.cancelEnds',          mechanism: 'cancel',    estimator: 'lognormal', of: 'calls', open: "the client's network is in it" },
  'removal':       { setting: 'worker.remove',           mechanism: 'cancel',    estimator: 'lognormal', open: 'seen once, of one worker; whether its place is kept until then' },
  'pod-pull-in':   { setting: 'pod.pullIn',              mechanism: 'pod',       estimator: 'choice',    open: 'other regions' },
  'pod-again':     { setting: 'pod.reachAgain',          mechanism: 'pod',       estimator: 'lognormal', open: 'one stop and start' },
} as const satisfies Readonly<Record<string, Quantity>>;

export type QuantityName = keyof typeof table;
type Named = Omit<Quantity, 'from' | 'orElse'> & { readonly from?: QuantityName; readonly orElse?: QuantityName };
export const quantities: Readonly<Record<QuantityName, Named>> = table;
export const quantityNames = Object.keys(table) as [QuantityName, ...QuantityName[]];
