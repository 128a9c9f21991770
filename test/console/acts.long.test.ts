import { execFileSync } from 'node:child_process';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { listChoices } from '../../adapters/console/app/model/change/choices.ts';
import { nextAt } from '../../adapters/console/app/model/due.ts';
import { serverAtMoment, writeCurl } from '../../adapters/console/app/model/servedAt.ts';
import { findOperation } from '../../engine/api/operations.ts';
import type { Kind } from '../../engine/cloud/entities.ts';
import { callFor } from '../../engine/compare/acts.ts';
import { httpCall, shellWord } from '../../engine/compare/httpCall.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { finish } from '../../engine/kernel/steps.ts';
import type { CallSpec } from '../../engine/scenario/format/callFormat.ts';
import { requestInWords } from '../../engine/scenario/step/request.ts';
import { findFirstSecret } from '../../engine/simulator/definition.ts';
import { forkAt } from '../../engine/world/history/rewind.ts';
import { World } from '../../engine/world/world.ts';
import { busyWorld, playBusily } from '../support/worlds/busyWorld.ts';
import { busyLog } from './support.ts';

const log = busyLog();
const played = new World(busyWorld());
playBusily(played);

/** Refusals that say something of this world, and not that the call was wrong. */
const ofTheWorld = ['fault.window', 'pod.capacity', 'limits.queue'];

describe('the calls that are listed for an entity', () => {
  test('are accepted, with the parameters and bodies that their commands have', () => {
    const tried = new Map<string, number>();
    for (const part of [2, 5, 8]) {
      const seq = Math.floor((log.length * part) / 10);
      const place = finish(forkAt(played, { seq }));
      if (isLeft(place)) throw new Error(place.left);
      // A fork goes on after the input to which the entry belongs.
      const at = place.right.log.length;
      for (const { kind, id, actions } of nextAt(log, at).possible) {
        for (const action of actions) {
          const fork = finish(forkAt(played, { seq }));
          if (isLeft(fork)) throw new Error(fork.left);
          const { operation, request } = calledFor(at, kind, id, action);
          const key = findOperation(operation)?.permission === null ? ({ key: null, because: 'operator' } as const) : { key: keyOf(kind) };
          const reply = fork.right.call({
            operation,
            client: key,
            request,
          });
          const refused = 'answer' in reply && reply.answer.status >= 400 ? reply.answer : undefined;
          if (refused !== undefined && ofTheWorld.includes(refused.rule ?? '')) continue;
          expect([action, id, refused]).toStrictEqual([action, id, undefined]);
          tried.set(action, (tried.get(action) ?? 0) + 1);
        }
      }
    }
    expect([...tried.keys()].sort()).toEqual(
      expect.arrayContaining(['cancel', 'deleteEndpoint', 'purgeQueue', 'run', 'runsync', 'setHandler', 'updateEndpoint']),
    );
  });
});

describe('the form of each fault', () => {
  test('is accepted as it begins', () => {
    const seq = Math.floor(log.length / 2);
    const state = log.stateAt(seq);
    for (const choice of listChoices(true).filter(({ group }) => group === 'fault')) {
      for (const selected of [undefined, [...state.all('endpoint')][0]?.id, [...state.all('worker')][0]?.id]) {
        const { act = '', with: written } = choice.begin({ log, seq, selected });
        const fork = finish(forkAt(played, { seq }));
        if (isLeft(fork)) throw new Error(fork.left);
        const request = requestInWords(act, written as CallSpec, new Map());
        if (isLeft(request)) throw new Error(request.left);
        const reply = fork.right.call({ operation: act, client: { key: null, because: 'operator' }, request: request.right });
        expect([
          choice.words,
          selected,
          'answer' in reply ? reply.answer.status : reply,
          'answer' in reply && reply.answer.body,
        ]).toMatchObject([choice.words, selected, 201, { status: expect.any(String) }]);
      }
    }
  });
});

/** What the command of an action asks for. */
const calledFor = (seq: number, kind: Kind, id: string, action: string) => {
  const entity = log.stateAt(seq).find(kind, id);
  if (entity === undefined) throw new Error(`there is no ${id}`);
  const { act: operation, with: written } = callFor(kind, entity, action);
  const request = requestInWords(operation, written as CallSpec, new Map());
  if (isLeft(request)) throw new Error(request.left);
  return { operation, request: request.right };
};

const keyOf = (_: string): string => findFirstSecret(busyWorld());

describe('a command', () => {
  test('reaches a shell as it was meant, whatever is in it', () => {
    const words = [
      "it's",
      '$(reboot) `reboot`',
      'two words',
      '"',
      '\\',
      '',
      'a\nb',
      '\u001b[201~reboot\r',
      'ümläut',
      '-n',
      "''",
      '!history',
      'plain-1.yaml',
    ];
    const read = execFileSync('sh', ['-c', `for word in ${words.map(shellWord).join(' ')}; do printf '%s\\0' "$word"; done`], {
      encoding: 'utf8',
    });
    // Pasted into a terminal, a control character could end the paste and press Enter.
    expect(read.split('\0').slice(0, -1)).toStrictEqual(words.map((word) => word.replaceAll(/\p{Cc}/gu, '?')));
  });

  test('of a call names its method, its address, the key and the body', () => {
    const { server, start } = serverAtMoment('a.scenario.yaml', 7);
    expect(start).toBe('podsim serve --scenario a.scenario.yaml --clock manual');
    const fork = `curl http://127.0.0.1:8787/_podsim/v1/forks --json '{"seq":7,"id":"then-7"}' && `;
    const command = (id: string, params: Readonly<Record<string, string>>, body?: Json) =>
      writeCurl(httpCall(id, { params, query: {}, ...(body === undefined ? {} : { body }) }), server);
    expect(command('cancel', { endpoint_id: 'ep-a', job_id: 'a b/../c' }, {})).toBe(
      `${fork}curl http://127.0.0.1:8787/worlds/then-7/v2/ep-a/cancel/a%20b%2F..%2Fc -H 'authorization: Bearer podsim-dev-key' --json '{}'`,
    );
    expect(command('deleteEndpoint', { id: 'ep-a' })).toBe(
      `${fork}curl -X DELETE http://127.0.0.1:8787/worlds/then-7/v2/serverless/ep-a -H 'authorization: Bearer podsim-dev-key'`,
    );
    expect(command('setHandler', { id: 'ep-a' }, { duration: { fixed: '5s' } })).toBe(
      `${fork}curl -X PUT http://127.0.0.1:8787/worlds/then-7/_podsim/v1/endpoints/ep-a/handler --json '{"duration":{"fixed":"5s"}}'`,
    );
  });
});
