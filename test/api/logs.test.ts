import { describe, expect, test } from 'vitest';
import type { Added, Answer, Frame, Frames } from '../../engine/api/operation.ts';
import type { FaultSpec } from '../../engine/cloud/fault/events.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { seconds, type VirtualTime, worldStart } from '../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import type { WorldOptions } from '../../engine/world/options.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** A client that reads a log and follows it: the lines that it got, and whether the stream has ended. */
class Reader {
  readonly lines: string[] = [];
  ended = false;
  #frames: Frames | undefined;

  readonly hear = ({ frames }: Answer): void => {
    this.#frames = frames;
    this.#take(frames?.backfill());
  };

  readonly watch = (change: StateChange): void => {
    if (!this.ended) this.#take(this.#frames?.next(change));
  };

  #take(added: Added | undefined): void {
    this.lines.push(...(added?.frames ?? []).map(lineOf));
    this.ended ||= added?.ended === true;
  }
}

const lineOf = ({ data }: Frame): string => String((data as { readonly line: string }).line);

const quick = { worker: { imagePull: 0, start: 0 }, pod: { provision: 1_000, imagePull: 2_000, start: 1_000 } };
const podBody = { name: 'a pod', image: 'an-image', gpu: { id: 'NVIDIA GeForce RTX 4090' } };
/** The first answer takes five seconds. */
const slow: FaultSpec = {
  fault: 'api-latency',
  match: { operation: 'getPodLogs' },
  delayMs: seconds(5),
  limit: 1,
  from: worldStart,
  atOnce: false,
  until: null,
  chance: null,
  status: 0,
};
const at = (ms: number) => ({ to: ms as VirtualTime });

/** A world with a pod, and a reader that gets every change. */
const withPod = (some: Partial<WorldDefinition> = {}, options: WorldOptions = {}) => {
  const reader = new Reader();
  const world = new World(worldOf({ settings: quick, ...some }), { ...options, onChange: reader.watch });
  const id = jobIdOf(world.call(callOf('createPod', {}, { body: podBody })));
  const read = (query: Readonly<Record<string, string>> = {}, lastEventId?: string): Answer => {
    const call = callOf('getPodLogs', { id }, { query });
    const headers = lastEventId === undefined ? {} : { headers: { 'last-event-id': lastEventId } };
    const reply = world.call({ ...call, request: { ...call.request, ...headers } }, reader.hear);
    if (!('answer' in reply)) return { status: 0 };
    reader.hear(reply.answer);
    return reply.answer;
  };
  const act = (action: string) => world.call(callOf('podAction', { id }, { body: { action } }));
  return { world, id, reader, read, act };
};

const up = ['create container an-image', 'pull image an-image', 'start container for an-image: begin', 'Pod Started'];
const ready = 'Start script(s) finished, pod is ready to use.';

describe('a log that is read on', () => {
  test('returns the existing lines, and later ones as they are written', () => {
    const { world, read, reader } = withPod();
    world.advance(at(1_000));
    expect((read().body as readonly Json[]).length).toBe(2);
    expect(reader.lines).toStrictEqual(up.slice(0, 2));
    world.advance(at(4_000));
    expect(reader.lines).toStrictEqual([...up, ready]);
    expect(reader.ended).toBe(false);
  });

  test('ends with the pod, and with its last line', () => {
    const { world, read, reader, act } = withPod();
    world.advance(at(4_000));
    read({ tail: '0' });
    act('terminate');
    expect(reader).toMatchObject({ lines: ['stop container', 'remove container'], ended: true });
  });

  test('ends with a pod that has no container any more, too', () => {
    const { world, read, reader, act } = withPod();
    world.advance(at(4_000));
    act('stop');
    read({ tail: '0' });
    act('terminate');
    expect(reader).toMatchObject({ lines: [], ended: true });
  });

  test('holds to its source', () => {
    const { world, read, reader, act } = withPod();
    read({ source: 'container' });
    world.advance(at(4_000));
    act('restart');
    expect(reader.lines).toStrictEqual(['Pod Started', ready]);
  });

  test('has every line that was written while its answer was delayed', () => {
    const { world, read, reader, act } = withPod({ faults: [slow] });
    world.advance(at(1_000));
    read();
    world.advance(at(5_500));
    expect(reader.lines).toStrictEqual([]);
    world.advance(at(6_000));
    expect(reader.lines).toStrictEqual([...up, ready]);
    act('stop');
    expect(reader.lines.slice(5)).toStrictEqual(['stop container', 'remove container']);
  });

  test('ends at once where the pod was deleted while its answer was delayed', () => {
    const { world, read, reader, act } = withPod({ faults: [slow] });
    world.advance(at(4_000));
    read();
    act('terminate');
    world.advance(at(9_000));
    expect(reader).toMatchObject({ lines: [...up.slice(0, 3), 'stop container', 'remove container'], ended: true });
  });

  test('may be resumed at any of its lines: none is missed, and none is sent twice', () => {
    const { world, read, act } = withPod();
    world.advance(at(4_000));
    act('restart');
    world.advance(at(6_000));
    const { frames } = read();
    const all = frames?.backfill().frames ?? [];
    expect(all.length).toBeGreaterThan(6);
    all.forEach(({ id, data }, k) => {
      expect(id).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/\d{12}$/);
      expect(id).toContain((data as { readonly ts: string }).ts);
      expect(read({ tail: '1', since: '2026-01-01T00:00:00Z' }, id).frames?.backfill().frames).toStrictEqual(all.slice(k + 1));
    });
  });

  test('logs the header with the position of a resumed read, and a rerun gives the same log', () => {
    // A read that is answered at once leaves no reader behind.
    const { world, read } = withPod({ faults: [slow] });
    read({}, '2026-01-01T00:00:00Z');
    const inputs = [...world.log.entries()].flatMap(({ event }) => (event.type === 'InputReceived' ? [event.request.headers] : []));
    expect(inputs).toStrictEqual([undefined, { 'last-event-id': '2026-01-01T00:00:00Z' }]);
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  });
});

describe('a log whose beginning was released from memory', () => {
  /** Enough refused calls, of two entries each, to exceed a chunk of the log. */
  const fill = (world: World) => {
    for (let k = 0; k < 550; k++) world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: {} }));
  };

  test('has the remaining lines, and continues as before', () => {
    const { world, read, reader, act } = withPod({}, { sink: () => {} });
    world.advance(at(4_000));
    fill(world);
    expect(read().body).toStrictEqual([]);
    act('restart');
    expect(reader.lines).toStrictEqual(['stop container', 'remove container', 'create container an-image']);
  });
});

describe('the log of a worker', () => {
  test('describes its jobs as they start and end, and ends when its endpoint is deleted', () => {
    const reader = new Reader();
    const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }), { onChange: reader.watch });
    world.advance(at(1_000));
    const first = jobIdOf(world.call(runOf('ep-a', { k: 1 })));
    const reply = world.call(callOf('getWorkerLogs', { id: 'ep-a', workerId: 'ep-a-w1' }, { query: { source: 'container' } }));
    if ('answer' in reply) reader.hear(reply.answer);
    expect(reader.lines).toStrictEqual(['worker started', `job ${first} started`]);
    const second = jobIdOf(world.call(runOf('ep-a', { k: 2 })));
    world.advance(at(2_500));
    expect(reader.lines.slice(2)).toStrictEqual([`job ${first} finished in 1s`, `job ${second} started`]);
    expect(reader.ended).toBe(false);
    world.call(callOf('deleteEndpoint', { id: 'ep-a' }));
    expect(reader.ended).toBe(true);
  });
});
