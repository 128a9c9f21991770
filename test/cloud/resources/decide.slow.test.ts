import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { completeContainer } from '../../../engine/cloud/container/config.ts';
import { kinds } from '../../../engine/cloud/entities.ts';
import { hostEntity } from '../../../engine/cloud/host/host.ts';
import { hostSettings } from '../../../engine/cloud/host/settings.ts';
import { type CostCenterShape, costCenterEntity } from '../../../engine/cloud/resources/costCenter.ts';
import { type DelegationShape, delegationEntity } from '../../../engine/cloud/resources/delegation.ts';
import { type GlobalVolumeShape, globalVolumeEntity } from '../../../engine/cloud/resources/globalVolume.ts';
import type { Labeled } from '../../../engine/cloud/resources/label.ts';
import { type RegistryShape, registryEntity } from '../../../engine/cloud/resources/registry.ts';
import { type SecretShape, secretEntity } from '../../../engine/cloud/resources/secret.ts';
import { type TagShape, tagEntity } from '../../../engine/cloud/resources/tag.ts';
import { type TemplateShape, templateEntity } from '../../../engine/cloud/resources/template.ts';
import { type VolumeShape, volumeEntity } from '../../../engine/cloud/resources/volume.ts';
import type { Decider, EntityState } from '../../../engine/kernel/decider.ts';
import type { LoggedEvent } from '../../../engine/kernel/logEntry.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { commandMatrix, specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';

/** The entities with a short lifecycle: created, changed, deleted. Each is a row; all have the same tests. */
interface Example {
  /** The command that creates the entity, with its event; then the other ones, in a possible order. */
  readonly life: readonly (readonly [command: { readonly type: string }, event: LoggedEvent])[];
  readonly decider: Decider<EntityState<string>, { readonly type: string }, LoggedEvent, unknown, string>;
  readonly settings?: unknown;
  /** A command in a status that does not allow it, and the rule that says so. */
  readonly refused: readonly (readonly [given: number, command: { readonly type: string }, kind: 'refused' | 'unknown', rule: string])[];
}

/** A row with its types erased: they are checked here. */
const exampleOf = <
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Settings,
  Rule extends string,
>(
  decider: Decider<State, Command, Event, Settings, Rule>,
  settings: Settings,
  life: readonly (readonly [NoInfer<Command>, NoInfer<Event>])[],
  refused: readonly (readonly [number, NoInfer<Command>, 'refused' | 'unknown', string])[],
): Example => ({ decider: decider as unknown as Example['decider'], settings, life, refused });

const accountId = 'acc-a';
const template: TemplateShape = {
  name: 'a template',
  container: completeContainer({ image: 'an-image' }),
  persistent: { size: 20, path: '/workspace' },
  serverless: false,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: false,
  allowedCudaVersions: [],
};
const renamed: TemplateShape = { ...template, name: 'renamed' };
const volume: VolumeShape = { name: 'a volume', size: 100, dataCenterId: 'EU-RO-1', tier: 'STANDARD' };
const larger: VolumeShape = { ...volume, size: 200 };
const registry: RegistryShape = { name: 'a registry', username: 'a user' };
const secret: SecretShape = { name: 'HF_TOKEN', description: null, valueSetAt: 0 as VirtualTime };
const tag: TagShape = { key: 'team', value: 'ml', resources: [] };
const pod: Labeled = { type: 'POD', id: 'pod-1' };
const retagged: TagShape = { key: 'team', value: '', resources: [] };
const costCenter: CostCenterShape = { value: 'research', resources: [] };
const renamedCenter: CostCenterShape = { value: 'sales', resources: [] };
const globalVolume: GlobalVolumeShape = { name: 'models' };
const described: SecretShape = { ...secret, description: 'of the team' };
const delegation: DelegationShape = {
  name: null,
  resource: 'arn:aws:ecr:eu-central-1:123456789012:repository/an-image',
  awsRegion: 'eu-central-1',
  awsUser: '123456789012',
  repository: 'an-image',
  tag: 'latest',
};

// biome-ignore format: a table
const examples: Readonly<Record<string, Example>> = {
  template: exampleOf(templateEntity, {}, [
    [{ type: 'CreateTemplate', accountId, shape: template }, { type: 'TemplateCreated', templateId: 'template-1', accountId, shape: template }],
    [{ type: 'UpdateTemplate', shape: renamed },             { type: 'TemplateUpdated', templateId: 'template-1', shape: renamed }],
    [{ type: 'DeleteTemplate' },                             { type: 'TemplateDeleted', templateId: 'template-1' }],
  ], [
    [0, { type: 'UpdateTemplate', shape: renamed },             'unknown', 'template.defaults'],
    [0, { type: 'DeleteTemplate' },                             'unknown', 'template.delete-used'],
    [1, { type: 'CreateTemplate', accountId, shape: template }, 'refused', 'template.defaults'],
    [3, { type: 'UpdateTemplate', shape: renamed },             'refused', 'template.defaults'],
    [3, { type: 'DeleteTemplate' },                             'refused', 'template.delete-used'],
  ]),
  volume: exampleOf(volumeEntity, {}, [
    [{ type: 'CreateVolume', accountId, shape: volume }, { type: 'VolumeCreated', volumeId: 'volume-1', accountId, shape: volume }],
    [{ type: 'UpdateVolume', shape: larger },            { type: 'VolumeUpdated', volumeId: 'volume-1', shape: larger }],
    [{ type: 'DeleteVolume' },                           { type: 'VolumeDeleted', volumeId: 'volume-1' }],
  ], [
    [0, { type: 'UpdateVolume', shape: larger },            'unknown', 'volume.size'],
    [0, { type: 'DeleteVolume' },                           'unknown', 'volume.delete-attached'],
    [1, { type: 'CreateVolume', accountId, shape: volume }, 'refused', 'volume.size'],
    [3, { type: 'UpdateVolume', shape: larger },            'refused', 'volume.size'],
    [3, { type: 'DeleteVolume' },                           'refused', 'volume.delete-attached'],
  ]),
  registry: exampleOf(registryEntity, {}, [
    [{ type: 'CreateRegistry', accountId, shape: registry }, { type: 'RegistryCreated', registryId: 'registry-1', accountId, shape: registry }],
    [{ type: 'DeleteRegistry' },                             { type: 'RegistryDeleted', registryId: 'registry-1' }],
  ], [
    [0, { type: 'DeleteRegistry' },                             'unknown', 'registry.delete-used'],
    [1, { type: 'CreateRegistry', accountId, shape: registry }, 'refused', 'container.registry'],
    [2, { type: 'DeleteRegistry' },                             'refused', 'registry.delete-used'],
  ]),
  delegation: exampleOf(delegationEntity, {}, [
    [{ type: 'CreateDelegation', accountId, shape: delegation }, { type: 'DelegationCreated', delegationId: 'delegation-1', accountId, shape: delegation }],
    [{ type: 'RevokeDelegation' },                               { type: 'DelegationRevoked', delegationId: 'delegation-1' }],
  ], [
    [0, { type: 'RevokeDelegation' },                               'unknown', 'registry.delete-used'],
    [1, { type: 'CreateDelegation', accountId, shape: delegation }, 'refused', 'container.registry'],
    [2, { type: 'RevokeDelegation' },                               'refused', 'registry.delete-used'],
  ]),
  secret: exampleOf(secretEntity, {}, [
    [{ type: 'CreateSecret', accountId, shape: secret },  { type: 'SecretCreated', secretId: 'secret-1', accountId, shape: secret }],
    [{ type: 'UpdateSecret', shape: described },          { type: 'SecretUpdated', secretId: 'secret-1', shape: described }],
    [{ type: 'DeleteSecret' },                            { type: 'SecretDeleted', secretId: 'secret-1' }],
  ], [
    [0, { type: 'UpdateSecret', shape: described },          'unknown', 'account.secrets'],
    [0, { type: 'DeleteSecret' },                            'unknown', 'account.secrets'],
    [1, { type: 'CreateSecret', accountId, shape: secret },  'refused', 'account.secrets'],
    [3, { type: 'UpdateSecret', shape: described },          'refused', 'account.secrets'],
    [3, { type: 'DeleteSecret' },                            'refused', 'account.secrets'],
  ]),
  tag: exampleOf(tagEntity, {}, [
    [{ type: 'CreateTag', accountId, shape: tag },    { type: 'TagCreated', tagId: 'tag-1', accountId, shape: tag }],
    [{ type: 'AttachTag', resource: pod },            { type: 'TagAttached', tagId: 'tag-1', resource: pod }],
    [{ type: 'DetachTag', resource: pod },            { type: 'TagDetached', tagId: 'tag-1', resource: pod }],
    [{ type: 'UpdateTag', shape: retagged },          { type: 'TagUpdated', tagId: 'tag-1', shape: retagged }],
    [{ type: 'DeleteTag' },                           { type: 'TagDeleted', tagId: 'tag-1' }],
  ], [
    [0, { type: 'AttachTag', resource: pod },         'unknown', 'label.tags'],
    [1, { type: 'CreateTag', accountId, shape: tag }, 'refused', 'label.tags'],
    [5, { type: 'AttachTag', resource: pod },         'refused', 'label.tags'],
    [5, { type: 'DeleteTag' },                        'refused', 'label.tags'],
  ]),
  costCenter: exampleOf(costCenterEntity, {}, [
    [{ type: 'CreateCostCenter', accountId, shape: costCenter }, { type: 'CostCenterCreated', costCenterId: 'costCenter-1', accountId, shape: costCenter }],
    [{ type: 'AttachCostCenter', resource: pod },                { type: 'CostCenterAttached', costCenterId: 'costCenter-1', resource: pod }],
    [{ type: 'DetachCostCenter', resource: pod },                { type: 'CostCenterDetached', costCenterId: 'costCenter-1', resource: pod }],
    [{ type: 'UpdateCostCenter', shape: renamedCenter },         { type: 'CostCenterUpdated', costCenterId: 'costCenter-1', shape: renamedCenter }],
    [{ type: 'DeleteCostCenter' },                               { type: 'CostCenterDeleted', costCenterId: 'costCenter-1' }],
  ], [
    [0, { type: 'AttachCostCenter', resource: pod },             'unknown', 'label.cost-centers'],
    [5, { type: 'DetachCostCenter', resource: pod },             'refused', 'label.cost-centers'],
  ]),
  globalVolume: exampleOf(globalVolumeEntity, {}, [
    [{ type: 'CreateGlobalVolume', accountId, shape: globalVolume }, { type: 'GlobalVolumeCreated', globalVolumeId: 'globalVolume-1', accountId, shape: globalVolume }],
    [{ type: 'DeleteGlobalVolume' },                                 { type: 'GlobalVolumeDeleted', globalVolumeId: 'globalVolume-1' }],
  ], [
    [0, { type: 'DeleteGlobalVolume' },                              'unknown', 'volume.global'],
    [2, { type: 'DeleteGlobalVolume' },                              'refused', 'volume.global'],
  ]),
  host: exampleOf(hostEntity, listDefaults(hostSettings), [
    [{ type: 'FailHost', faultId: 'fault-1' }, { type: 'HostFailed', hostId: 'host-1', faultId: 'fault-1' }],
    [{ type: 'RecoverHost', faultId: 'fault-2' }, { type: 'HostStillDown', hostId: 'host-1', faultId: 'fault-2' }],
    [{ type: 'RecoverHost', faultId: 'fault-1' }, { type: 'HostRecovered', hostId: 'host-1' }],
  ], [
    [0, { type: 'RecoverHost', faultId: 'fault-1' }, 'unknown', 'pod.error'],
    [3, { type: 'RecoverHost', faultId: 'fault-1' }, 'unknown', 'pod.error'],
  ]),
};

test('every kind is described here, or has a file of its own', () => {
  const described = [
    ...Object.keys(examples),
    ...readdirSync('test/cloud').filter((name) => existsSync(`test/cloud/${name}/decide.test.ts`)),
  ];
  expect(kinds.filter((kind) => !described.includes(kind))).toStrictEqual([]);
});

describe.each(Object.entries(examples))('a %s', (_, { decider, settings, life, refused }) => {
  const given = specification(decider, settings);
  const eventsBefore = (k: number) => life.slice(0, k).map(([, event]) => event);

  test('has the expected events, from the first command to the last', () => {
    life.forEach(([command, event], k) => {
      given(...eventsBefore(k))
        .when(command)
        .then(event);
    });
  });

  test.each(refused)('after %i of its events refuses %o', (before, command, kind, rule) => {
    given(...eventsBefore(before))
      .when(command)
      .thenRejected(kind, rule);
  });

  test('holds what its last event said, and when it was made', () => {
    life.forEach(([, event], k) => {
      const held = stateAfter(decider, eventsBefore(k + 1));
      const { shape } = event as { readonly shape?: unknown };
      if (shape !== undefined) expect(held).toMatchObject({ shape, accountId, createdAt: 0 });
    });
  });

  test('folds its events in place and into copies to the same state, for every sequence of events', () => {
    foldsAlike(
      decider,
      life.map(([, event]) => event),
    );
  });
});

test('what each command does in each status', () => {
  const matrices = Object.values(examples).map(({ decider, settings, life }) => {
    const events = life.map(([, event]) => event);
    const { statuses } = decider.lifecycle;
    const lives = events.map((_, k) => events.slice(0, k)).concat([events]);
    const examples = statuses.map(({ status }) => {
      const found = lives.map((some) => stateAfter(decider, some)).find((state) => state.status === status);
      if (found === undefined) throw new Error(`no ${decider.kind} is ${status}`);
      return found;
    });
    return commandMatrix(
      decider,
      settings,
      life.map(([command]) => command),
      examples,
    );
  });
  expect(matrices.join('')).toMatchInlineSnapshot(`
    "
             CreateTemplate  UpdateTemplate  DeleteTemplate
    NEW      Created         ·               ·
    ACTIVE   ·               Updated         Deleted
    DELETED  ·               ·               ·

             CreateVolume  UpdateVolume  DeleteVolume
    NEW      Created       ·             ·
    ACTIVE   ·             Updated       Deleted
    DELETED  ·             ·             ·

             CreateRegistry  DeleteRegistry
    NEW      Created         ·
    ACTIVE   ·               Deleted
    DELETED  ·               ·

             CreateDelegation  RevokeDelegation
    NEW      Created           ·
    ACTIVE   ·                 Revoked
    DELETED  ·                 ·

             CreateSecret  UpdateSecret  DeleteSecret
    NEW      Created       ·             ·
    ACTIVE   ·             Updated       Deleted
    DELETED  ·             ·             ·

             CreateTag  AttachTag  DetachTag  UpdateTag  DeleteTag
    NEW      Created    ·          ·          ·          ·
    ACTIVE   ·          Attached   Detached   Updated    Deleted
    DELETED  ·          ·          ·          ·          ·

             CreateCostCenter  AttachCostCenter  DetachCostCenter  UpdateCostCenter  DeleteCostCenter
    NEW      Created           ·                 ·                 ·                 ·
    ACTIVE   ·                 Attached          Detached          Updated           Deleted
    DELETED  ·                 ·                 ·                 ·                 ·

             CreateGlobalVolume  DeleteGlobalVolume
    NEW      Created             ·
    ACTIVE   ·                   Deleted
    DELETED  ·                   ·

          FailHost  RecoverHost  RecoverHost
    UP    Failed    ·            ·
    DOWN  Failed    StillDown    Recovered
    "
  `);
});
