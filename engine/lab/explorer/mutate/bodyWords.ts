import type { Json } from '../../../kernel/canonical.ts';
import { durationPattern } from '../../../kernel/time.ts';

/** Values that mean something to the platform: usual ones and rare ones, invalid ones among them. */
export interface Words {
  readonly usual: readonly Json[];
  readonly rare?: readonly Json[];
}

const gpuType: Words = { usual: ['NVIDIA GeForce RTX 4090'], rare: ['NVIDIA A40', 'no such GPU'] };
const webhook: Words = { usual: ['https://example.com/hook'], rare: ['no address'] };
const largest = 9_007_199_254_740_991;

/** By the last names of their path in a request. Some are the largest whole numbers. */
// biome-ignore format: a table
export const bodyWords: Readonly<Record<string, Words>> = {
  'match.endpoint':    { usual: ['ep-a', 'ep-b'],                   rare: ['nowhere'] },
  'match.host':        { usual: ['host-a', 'host-d'],               rare: ['nowhere'] },
  'gpu.id':            gpuType,
  gpuTypeId:           gpuType,
  'gpu.count':         { usual: [1, 1, 2, 3],                       rare: [9, largest] },
  gpuCountPerPod:      { usual: [1],                                rare: [2, 9] },
  podCount:            { usual: [2, 3],                             rare: [250] },
  'cpu.id':            { usual: ['cpu3c', 'cpu5m', 'cpu3m'],        rare: ['cpu9'] },
  vcpuCount:           { usual: [2, 2, 4],                          rare: [16, 64] },
  image:               { usual: ['an-image', 'another-image'],      rare: ['registry.example:5000/a/b:1'] },
  disk:                { usual: [1, 20, 500],                       rare: [largest] },
  size:                { usual: [10, 20, 50, 4_096],                rare: [largest] },
  ports:               { usual: [[], ['22/tcp'], ['8888/http', '53/udp'], ['22/tcp', '8888/http', '53/udp']] },
  env:                 { usual: [{}, { A: 'x' }, { JUPYTER_PASSWORD: 'x', B: '' }], rare: [{ PUBLIC_KEY: '' }, { PUBLIC_KEY: 'x', A: '$x' }] },
  dataCenterIds:       { usual: [[], ['EU-RO-1'], ['US-KS-2'], ['EU-RO-1', 'US-KS-2']], rare: [['XX-1']] },
  dataCenter:          { usual: ['EU-RO-1', 'US-KS-2'],             rare: ['CA-MTL-1', 'XX-1'] },
  pools:               { usual: [['ADA_24'], ['AMPERE_48', 'ADA_24']], rare: [['NONE']] },
  excludedTypes:       { usual: [[]],                               rare: [['NVIDIA GeForce RTX 4090'], ['NVIDIA A40']] },
  allowedCudaVersions: { usual: [[], ['12.8'], ['12.4', '12.8']],   rare: [['11.8']] },
  minCudaVersion:      { usual: ['12.4', '12.8'],                   rare: ['13.0', ''] },
  queueDelay:          { usual: [0.5, 4, 0.7],                      rare: [1e300] },
  timeout:             { usual: [0, 3_000, 600_000],                rare: [1, largest] },
  'workers.min':       { usual: [0, 0, 1, 2] },
  'workers.max':       { usual: [0, 1, 2, 3],                       rare: [largest] },
  idleTimeout:         { usual: [1, 5, 60, 3_600] },
  resource:            { usual: ['arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1'], rare: ['arn:aws:ecr:x'] },
  keys:                { usual: [[], ['ssh-ed25519 AAAA me@home'], ['ecdsa-sha2 BBBB', 'ssh-ed25519 AAAA']], rare: [['no key']] },
  input:               { usual: [{}, { k: 1 }, { k: null, n: [1] }], rare: [{ k: '$x' }, { n: '$x', k: 3 }] },
  webhook,
  webhookV2:           webhook,
  executionTimeout:    { usual: [5_000, 20_000, 604_800_000],       rare: [4_999, largest] },
  ttl:                 { usual: [10_000, 60_000, 604_800_000],      rare: [9_999, largest] },
};

/** Texts with a form of their own, by its pattern. */
export const patterned: Readonly<Record<string, readonly Json[]>> = {
  [durationPattern.source]: ['0s', '500ms', '3s', '40s'],
  '^\\d{1,9}\\/[1-9]\\d{0,8}$': ['0/1', '1/5', '1/2'],
};

/** The chance in percent that a property is there which a request need not have. */
export const likely: Readonly<Record<string, number>> = {
  image: 80,
  action: 100,
  mounts: 30,
  dataCenterIds: 30,
  startSsh: 30,
  persistent: 40,
  network: 40,
  workers: 60,
  gpu: 30,
  policy: 30,
  executionTimeout: 40,
  ttl: 40,
  lowPriority: 40,
  webhook: 25,
  limit: 60,
  window: 40,
  match: 40,
  delay: 30,
  registry: 10,
};
