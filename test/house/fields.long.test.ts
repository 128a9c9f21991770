import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const page = readFileSync('engine/README.md', 'utf8');

/** A line of a file of the engine, and the new line, which comes after it. */
type Addition = readonly [path: string, after: string, added: string];

/** Where a person adds it: in this order, as the compiler asks for the next. */
const kinds: readonly (readonly [kind: string, additions: readonly Addition[]])[] = [
  [
    'field of an endpoint',
    [
      ['cloud/endpoint/events.ts', '  readonly templateId: string | null;', '  readonly priority: number;'],
      ['api/contract/endpoint.ts', '  templateId: z.string().min(1).optional(),', '  priority: z.int().optional(),'],
    ],
  ],
  [
    'field of a pod',
    [
      ['cloud/pod/events.ts', '  readonly templateId: string | null;', '  readonly priority: number;'],
      ['api/contract/pod.ts', '  templateId: z.string().min(1).optional(),', '  priority: z.int().optional(),'],
      ['api/contract/pod.ts', '      status: podStatus,\n      actions: z.array(podAction),', '      priority: z.int(),'],
    ],
  ],
  [
    'field of a cluster',
    [
      ['cloud/cluster/events.ts', '  readonly type: ClusterType;', '  readonly priority: number;'],
      ['api/contract/cluster.ts', '  type: clusterType,\n  compute,', '  priority: z.int(),'],
      ['api/contract/cluster.ts', '      type: clusterType,\n      compute,', '      priority: z.int(),'],
    ],
  ],
  [
    'field of what an account owns',
    [
      ['cloud/resources/volume.ts', '  readonly dataCenterId: string;', '  readonly priority: number;'],
      ['api/contract/volume.ts', '  dataCenter: z.string().min(1),', '  priority: z.int(),'],
      ['api/contract/volume.ts', '      dataCenter: z.string(),', '      priority: z.int(),'],
    ],
  ],
  [
    'event of a worker',
    [
      [
        'cloud/worker/events.ts',
        "  | { readonly type: 'WorkerRemoved'; readonly workerId: string }",
        "  | { readonly type: 'WorkerWarmed'; readonly workerId: string }",
      ],
    ],
  ],
  [
    'measure',
    [
      [
        'world/reports/record/measures.ts',
        'measureThroughput([jobs, requests])),',
        "  requeues: number('share', 'less', 'of jobs', ({ record }) => record.jobs.requeued),",
      ],
    ],
  ],
];

describe.each(kinds)('a new %s', (kind, additions) => {
  /** The engine's sources, in a folder where a line can be added. */
  const folder = mkdtempSync(join(tmpdir(), 'podsim-fields-'));
  beforeAll(() => {
    for (const name of ['engine', 'tsconfig.base.json', 'package.json']) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const add = ([path, after, added]: Addition): void => {
    const file = join(folder, 'engine', path);
    const text = readFileSync(file, 'utf8');
    expect(text.split(`${after}\n`), `${path} has the line once`).toHaveLength(2);
    writeFileSync(file, text.replace(`${after}\n`, `${after}\n${added}\n`));
  };

  /** The files, below `engine/`, in which the compiler finds errors. */
  const findNamed = (): readonly string[] => {
    const args = ['-p', 'engine', '--noEmit', '--pretty', 'false'];
    const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), args, { cwd: folder, encoding: 'utf8' });
    return [...stdout.matchAll(/^engine\/(\S+?)\(\d+,\d+\): error/gm)].map(([, path]) => path ?? '');
  };

  test('is asked for by the compiler in each file that the page names, and in no other', () => {
    const named = additions.flatMap((addition) => {
      add(addition);
      return findNamed();
    });
    const [, begun = '', asked = ''] =
      page
        .split('\n')
        .find((line) => line.startsWith(`| **A new ${kind}** |`))
        ?.split(' |') ?? [];
    const written = [...(begun + asked).matchAll(/`([\w/]+\.ts)`/g)].map(([, path]) => path ?? '');
    expect([...new Set([additions[0]?.[0], ...named])].sort()).toStrictEqual([...new Set(written)].sort());
  });
});
