import { describe, expect, test } from 'vitest';
import { completeContainer } from '../../../engine/cloud/container/config.ts';
import type { EndpointCommand } from '../../../engine/cloud/endpoint/decide.ts';
import { endpointEntity } from '../../../engine/cloud/endpoint/endpoint.ts';
import type { EndpointConfig, EndpointEvent } from '../../../engine/cloud/endpoint/events.ts';
import { endpointSettings } from '../../../engine/cloud/endpoint/settings.ts';
import type { HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { commandMatrix, oneOfEach, specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';
import { endpointConfig } from '../../support/worlds/worlds.ts';

const settings = listDefaults(endpointSettings);
const given = specification(endpointEntity, settings);

const endpointId = 'endpoint-1';
const accountId = 'acc-a';
const config: EndpointConfig = endpointConfig({ container: completeContainer({ image: 'an-image' }) });
const wider: EndpointConfig = endpointConfig({ workers: { min: 1, max: 9 } });
const handler: HandlerSpec = { duration: { kind: 'fixed', ms: 5 }, outcomes: ['fail'] };
const checkAt = 4_000 as VirtualTime;

const created: EndpointEvent = { type: 'EndpointCreated', endpointId, accountId, config };
const updatedTo = (version: number): EndpointEvent => ({ type: 'EndpointUpdated', endpointId, config: wider, version });
const handlerSet: EndpointEvent = { type: 'EndpointHandlerSet', endpointId, handler };
const armed: EndpointEvent = { type: 'EndpointScalerArmed', endpointId, checkAt };
const checked: EndpointEvent = { type: 'EndpointScalerChecked', endpointId };
const deleted: EndpointEvent = { type: 'EndpointDeleted', endpointId };

const create = { type: 'CreateEndpoint', accountId, config } satisfies EndpointCommand;
const update = (release: boolean) => ({ type: 'UpdateEndpoint', config: wider, release }) satisfies EndpointCommand;
const commands = oneOfEach<EndpointCommand>({
  CreateEndpoint: create,
  UpdateEndpoint: update(false),
  SetHandler: { handler },
  ArmScaler: { checkAt },
  CheckScaler: {},
  DeleteEndpoint: {},
});

test('what each command does in each status', () => {
  const examples = [[], [created], [created, deleted]].map((events) => stateAfter(endpointEntity, events));
  expect(commandMatrix(endpointEntity, settings, commands, examples)).toMatchInlineSnapshot(`
    "
             CreateEndpoint  UpdateEndpoint  SetHandler  ArmScaler    CheckScaler    DeleteEndpoint
    NEW      Created         ·               ·           ·            ·              ·
    ACTIVE   ·               Updated         HandlerSet  ScalerArmed  ScalerChecked  Deleted
    DELETED  ·               ·               ·           ·            ·              ·
    "
  `);
});

describe('CreateEndpoint', () => {
  test('fills in missing fields of its container', () => {
    const bare = endpointConfig({ container: { image: 'an-image', env: { A: 'a' } } });
    const container = { image: 'an-image', args: '', disk: settings.diskDefault, env: { A: 'a' }, ports: [], registry: null };
    given()
      .when({ type: 'CreateEndpoint', accountId, config: bare })
      .then({ type: 'EndpointCreated', endpointId, accountId, config: { ...bare, container } });
  });
  test('makes an endpoint of its account, as configured', () => {
    given().when(create).then(created);
  });
  test('is refused for an id that is taken', () => {
    given(created).when(create).thenRejected('refused', 'endpoint.create');
  });
});

describe('UpdateEndpoint', () => {
  test('keeps the release where the container stays as it was', () => {
    given(created).when(update(false)).then(updatedTo(1));
  });
  test('makes the next release where the container changes', () => {
    given(created).when(update(true)).then(updatedTo(2));
    given(created, updatedTo(2)).when(update(true)).then(updatedTo(3));
  });
  test('does not know an endpoint that never existed', () => {
    given().when(update(false)).thenRejected('unknown', 'endpoint.patch');
  });
});

test('SetHandler gives its jobs another behaviour', () => {
  given(created).when({ type: 'SetHandler', handler }).then(handlerSet);
  given().when({ type: 'SetHandler', handler }).thenRejected('unknown', 'endpoint.create');
});

describe('the scaler', () => {
  test('is set to look at a time, and looks', () => {
    given(created).when({ type: 'ArmScaler', checkAt }).then(armed);
    given(created, armed).when({ type: 'CheckScaler' }, { at: checkAt }).then(checked);
  });
  test('looks no more once its endpoint is deleted', () => {
    given(created, deleted).when({ type: 'CheckScaler' }).thenRejected('refused', 'scaling.queue-delay');
    given(created, deleted).when({ type: 'ArmScaler', checkAt }).thenRejected('refused', 'scaling.queue-delay');
  });
  test('has a time to look at until it has looked', () => {
    expect([[created], [created, armed], [created, armed, checked], [created, armed, deleted]].map(checkTime)).toStrictEqual([
      null,
      checkAt,
      null,
      null,
    ]);
  });
});

const checkTime = (events: readonly EndpointEvent[]) => stateAfter(endpointEntity, events).checkAt;

describe('DeleteEndpoint', () => {
  test('ends it', () => {
    given(created).when({ type: 'DeleteEndpoint' }).then(deleted);
  });
  test('is refused the second time', () => {
    given(created, deleted).when({ type: 'DeleteEndpoint' }).thenRejected('refused', 'endpoint.delete');
  });
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(endpointEntity, [created, updatedTo(2), handlerSet, armed, checked, deleted]);
});
