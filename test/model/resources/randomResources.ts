import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { Caller, OwnedName, ResourceAct, ResourcePlan } from './plan.ts';
import type { WireBody, WireValue } from './wire.ts';

/** Every secret value has this in it, and nothing else has: ids have no capitals. */
export const hush = 'HUSH';

/** Random templates, credentials and secrets of two accounts, and pods and endpoints that use them. */
export const randomResources = (seed: string): ResourcePlan => {
  const choice = new Choice(seed, 'resources', 'model');
  const contract = choice.of(['2026-08', '2026-11', '2026-11'] as const);
  const acts: ResourceAct[] = [];
  const count = { template: 0, registry: 0, secret: 0, pod: 0, endpoint: 0, cluster: 0 };
  // One more than there are, now and then.
  const pick = (of: OwnedName): number => choice.below(count[of] + (choice.happens(1, 8) ? 1 : 0) || 1);
  const bodies = new RandomBodies(choice, pick);
  let at = 0;
  while (acts.length < 160) {
    at += 1 + choice.below(100_000);
    const by: Caller = choice.pickWeighted([
      [10, 'alice'],
      [5, 'bob'],
      [1, 'reader'],
      [1, 'stranger'],
    ] as const);
    const of = choice.pickWeighted([
      [6, 'template'],
      [3, 'registry'],
      [4, 'secret'],
      [3, 'pod'],
      [3, 'endpoint'],
      [2, 'cluster'],
    ] as const);
    const act = choice.pickWeighted([
      [count[of] < 5 ? 12 : 4, 'create'],
      [5, 'change'],
      [4, 'get'],
      [3, 'delete'],
      [4, 'list'],
      [3, 'next'],
      [1, 'catalog'],
      [1, 'members'],
    ] as const);
    const number = pick(of);
    if (act === 'create') {
      acts.push({ at, by, do: act, of, body: bodies.create(of) });
      count[of] += 1;
    } else if (act === 'change' && of !== 'registry') acts.push({ at, by, do: act, of, number, body: bodies.change(of) });
    else if (act === 'get' || act === 'delete') acts.push({ at, by, do: act, of, number });
    else if (act === 'next') acts.push({ at, by, do: act, page: choice.below(2), like: choice.of([0, 0, 0, 1]) });
    else if (act === 'catalog') acts.push({ at, by, do: act });
    else if (act === 'members') acts.push({ at, by, do: act, number: pick('cluster') });
    else if (of === 'template' || of === 'registry' || of === 'secret')
      acts.push({ at, by, do: 'list', of, limit: choice.of([null, '1', '1', '2', choice.of(['0', '1001', 'x', '1.5', ''])]) });
  }
  return { contract, acts };
};

const gpu = { id: 'NVIDIA GeForce RTX 4090' };

/** Bodies of creates and PATCHes; one in six has one thing wrong. */
class RandomBodies {
  readonly #choice: Choice;
  readonly #pick: (of: OwnedName) => number;
  #secrets = 0;

  constructor(choice: Choice, pick: (of: OwnedName) => number) {
    this.#choice = choice;
    this.#pick = pick;
  }

  create(of: OwnedName): WireBody {
    const choice = this.#choice;
    const name = choice.of(['one', 'two']);
    if (of === 'registry') return this.#spoil(of, { name, username: 'u', password: this.#newSecret() });
    if (of === 'secret') {
      const label = choice.of(['HF_TOKEN', 'key', 'a/b.c-d', '_x', 'KEY', 'k1', 'k2']);
      return this.#spoil(of, { name: label, value: this.#newSecret(), ...this.#some({ description: choice.of([null, '', 'why']) }) });
    }
    const image = { image: choice.of(['a/b:1', 'a/b:2', 'c']) };
    if (of === 'template') return this.#spoil(of, { name, ...image, ...this.#containerFields(), ...this.#templateFields() });
    const from = choice.happens(2, 3) ? { templateId: `template-${this.#pick('template')}`, ...this.#some(image) } : image;
    if (of === 'cluster') return this.#spoil(of, this.#createCluster(name));
    const user = { name, ...from, ...this.#containerFields() };
    if (of === 'pod') return this.#spoil(of, { ...user, gpu, ...this.#podFields() });
    const cuda = choice.of<WireBody>([{}, {}, { allowedCudaVersions: ['12.4'] }, { allowedCudaVersions: [] }, { minCudaVersion: '12.1' }]);
    const scaling = { type: 'REQUEST_COUNT', requestCount: 1 };
    return this.#spoil(of, { ...user, type: 'QUEUE', scaling, gpu: { pools: ['ADA_24'], ...cuda } });
  }

  change(of: Exclude<OwnedName, 'registry'>): WireBody {
    const choice = this.#choice;
    if (of === 'secret')
      return this.#spoil(of, { ...this.#some({ value: this.#newSecret() }), ...this.#some({ description: choice.of([null, 'because']) }) });
    if (of === 'cluster') return this.#spoil(of, this.#some({ name: choice.of(['one', 'three']) }));
    const basic = { ...this.#some({ name: choice.of(['one', 'three']) }), ...this.#some({ image: choice.of(['a/b:1', 'd:3']) }) };
    const others = of === 'template' ? this.#templateFields() : this.#some({ templateId: `template-${this.#pick('template')}` });
    return this.#spoil(of, { ...basic, ...this.#containerFields(), ...others });
  }

  /** Mostly without fields that a template excludes. */
  #createCluster(name: string): WireBody {
    const choice = this.#choice;
    const compute = { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 };
    const { registry: _, ...fields } = { ...this.#containerFields(), ...this.#podFields() };
    const from = choice.happens(1, 2) ? { templateId: `template-${this.#pick('template')}` } : this.#some({ image: 'a/b:1' });
    const { startSsh, startJupyter } = fields;
    const jupyter = startJupyter === undefined ? {} : { startJupyter };
    const given = 'templateId' in from && choice.happens(3, 4) ? { ...(startSsh === undefined ? {} : { startSsh }), ...jupyter } : fields;
    return { name, type: 'TRAINING', compute, ...from, ...given };
  }

  #some(fields: WireBody): WireBody {
    return this.#choice.happens(1, 3) ? fields : {};
  }

  #newSecret(): string {
    return `${hush}-${this.#secrets++}`;
  }

  #containerFields(): WireBody {
    const choice = this.#choice;
    const listed = choice.happens(1, 3) ? choice.of(['cmd', 'entrypoint', 'both']) : 'none';
    const hasArgs = choice.happens(1, listed === 'none' ? 3 : 8);
    const cmd = choice.of<WireValue>([[], ['run', 'a.py'], ['a b'], ['-c', '']]);
    const entrypoint = choice.of<WireValue>([[], ['sh'], ['sh', '-c']]);
    const args = choice.of(['', 'run a.py', "sh -c 'a b'", 'echo "x" y\\ z', '{"entrypoint":["sh"],"cmd":["-c","a b"]}', '{"cmd":["q"]}']);
    return {
      ...(hasArgs ? { args } : {}),
      ...(listed === 'cmd' || listed === 'both' ? { cmd } : {}),
      ...(listed === 'entrypoint' || listed === 'both' ? { entrypoint } : {}),
      ...this.#some({ disk: choice.of([1, 5, 40]) }),
      ...this.#some({
        env: choice.of<WireValue>([{}, { A: '1' }, { A: '2', B: '{{ RUNPOD_SECRET_key }}' }, { JUPYTER_PASSWORD: 'mine' }]),
      }),
      ...this.#some({ ports: choice.of<WireValue>([[], ['22/tcp'], ['8000/http', '65535/udp']]) }),
      ...this.#some({ registry: choice.happens(1, 4) ? null : `registry-${this.#pick('registry')}` }),
    };
  }

  #templateFields(): WireBody {
    const choice = this.#choice;
    return {
      ...this.#some({
        mounts: choice.of<WireValue>([{}, { persistent: { size: 10, path: '/d' } }, { persistent: { size: 50, path: '/e' } }]),
      }),
      ...this.#some({ public: choice.of([true, true, false]) }),
      ...this.#some({ serverless: choice.of([true, true, false]) }),
      ...this.#some({ startSsh: choice.happens(1, 2) }),
      ...this.#some({ startJupyter: choice.happens(1, 2) }),
      ...this.#some({ category: choice.of(['CPU', 'AMD']) }),
      ...this.#some({ allowedCudaVersions: choice.of<WireValue>([[], ['12.8']]) }),
    };
  }

  #podFields(): WireBody {
    const choice = this.#choice;
    return {
      ...this.#some({ mounts: choice.of<WireValue>([{}, { persistent: { size: 20, path: '/p' } }]) }),
      ...this.#some({ startSsh: choice.happens(1, 2) }),
      ...this.#some({ startJupyter: choice.happens(1, 2) }),
    };
  }

  /** One thing wrong with one of six bodies. */
  #spoil(of: OwnedName, body: WireBody): WireBody {
    const choice = this.#choice;
    if (!choice.happens(1, 6)) return body;
    if (choice.happens(1, 6)) return { ...body, color: 'red' };
    if (choice.happens(1, 6)) {
      const without = choice.of(['name', 'image', 'value', 'password', 'username']);
      return Object.fromEntries(Object.entries(body).filter(([name]) => name !== without));
    }
    return { ...body, ...choice.of(wrongFields[of]) };
  }
}

const wrongContainer: readonly WireBody[] = [
  { name: '' },
  { name: 7 },
  { image: '' },
  { image: 'a/B' },
  { image: 'a b' },
  { args: ['x'] },
  { disk: 0 },
  { disk: 1.5 },
  { env: { A: 1 } },
  { env: ['A'] },
  { ports: ['22'] },
  { ports: ['65536/tcp'] },
  { ports: ['80/sctp'] },
  { registry: 5 },
  { cmd: 'x' },
  { entrypoint: [1] },
];

const wrongMounts: readonly WireBody[] = [
  { mounts: { persistent: { size: 9, path: '/d' } } },
  { mounts: { persistent: { size: 10 } } },
  { mounts: { persistent: { size: 10, path: '/d', fast: true } } },
  { mounts: { remote: [] } },
];

/** A secret that is no text must not be said either. */
const wrongSecrets: readonly WireValue[] = ['', [`${hush} in a list`], { inside: `${hush} in an object` }, { [hush]: 1 }, 5, null];

const wrongFields: Readonly<Record<OwnedName, readonly WireBody[]>> = {
  template: [...wrongContainer, ...wrongMounts, { public: 'yes' }, { category: 'INTEL' }, { allowedCudaVersions: ['12'] }, { startSsh: 1 }],
  pod: [...wrongContainer, ...wrongMounts, { startJupyter: 'no' }, { templateId: '' }],
  endpoint: [...wrongContainer, { templateId: '' }],
  cluster: [...wrongContainer, ...wrongMounts, { templateId: '' }, { registry: 'registry-0' }],
  registry: [
    { name: '' },
    { username: '' },
    { name: 'x'.repeat(192) },
    { name: 'x'.repeat(191) },
    { password: `${hush}${'x'.repeat(16_381)}` },
    { password: `${hush}${'x'.repeat(16_380)}` },
    ...wrongSecrets.map((password) => ({ password })),
  ],
  secret: [
    { name: '1a' },
    { name: 'a b' },
    { name: 'RUNPOD_X' },
    { name: 'runpod' },
    { name: 'x'.repeat(192) },
    { name: '' },
    { description: 5 },
    ...wrongSecrets.map((value) => ({ value })),
  ],
};
