import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { faultWritten, readFaultSpec } from '../../api/contract/fault.ts';
import { handlerView } from '../../api/contract/handler/handlerView.ts';
import { distributionView } from '../../api/contract/parts/distribution.ts';
import { writeEndpoint } from '../../api/management/endpoint/view.ts';
import { templateShape, templateView } from '../../api/management/templateShape.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { type ApiKey, resourceGroups } from '../../cloud/account/events.ts';
import { digestSecret, usualSecret } from '../../cloud/account/keyDigest.ts';
import type { HostSpec } from '../../cloud/catalog/hostSpec.ts';
import type { ImageFacts } from '../../cloud/catalog/imageFacts.ts';
import { defaultSettings, entities, type Kind, kinds } from '../../cloud/entities.ts';
import type { FaultAnswer, FaultSpec } from '../../cloud/fault/events.ts';
import type { Distribution } from '../../cloud/handler/distribution.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { formatInstant } from '../../kernel/instant.ts';
import type { Setting } from '../../kernel/settings.ts';
import { formatDuration, worldStart } from '../../kernel/time.ts';
import {
  defaultStartMs,
  type EndpointDefinition,
  type LogHeader,
  readSettings,
  type TemplateDefinition,
  type WorldDefinition,
  writeHeader,
} from '../../simulator/definition.ts';
import { buildDefinition } from '../file/build.ts';
import { scenarioSchema } from '../file/format.ts';
import { operationId } from '../format/callFormat.ts';
import { refusedNames } from '../format/yamlFile.ts';
import { inAscii } from './request.ts';

/**
 * The parts of a scenario that define its world. They read back as exactly the same definition. They are in words where words
 * suffice, and otherwise as the log has them. Left says which part of a log is not a valid definition any more.
 */
export const worldWritten = (definition: LogHeader['definition']): Either<string, Readonly<Record<string, unknown>>> => {
  const { seed, timing, startMs, settings, hosts, accounts, templates, endpoints, faults, images, webhooks = [] } = definition;
  const owner = accounts[0]?.id;
  const { diskDefault } = readSettings(definition).pod;
  const written = {
    seed,
    ...(startMs === defaultStartMs ? {} : { start: formatInstant(startMs) }),
    world: {
      ...(timing === undefined ? {} : { timing }),
      ...(Object.keys(settings).length === 0 ? {} : { settings: settingsWritten(settings) }),
      ...(images === undefined ? {} : { images: images.map(imageWritten) }),
      ...(hosts === null ? {} : { hosts: hosts.map(hostWritten) }),
      accounts: accounts.map(({ id, keys }) => ({ id, ...(keys.length === 0 ? {} : { keys: keys.map(keyWritten) }) })),
      ...(templates === undefined ? {} : { templates: templates.map((template) => templateWritten(template, owner, diskDefault)) }),
      endpoints: endpoints.map((endpoint) => endpointWritten(endpoint, owner)),
    },
    ...(faults.length === 0 ? {} : { faults: faults.map(writeFault) }),
    ...(webhooks.length === 0 ? {} : { webhooks }),
  };
  const differs = difference(definition, written);
  if (differs === undefined && !hasRefusedName(written as unknown as Json)) return right(written);
  const { faults: _faults, ...others } = written;
  const parts = {
    settings,
    hosts,
    accounts,
    ...(templates === undefined ? {} : { templates }),
    endpoints,
    faults,
    ...(images === undefined ? {} : { images }),
  };
  const exactly = inAscii(parts as unknown as Json);
  const asItIs = { ...others, world: { ...(timing === undefined ? {} : { timing }), exactly } };
  return difference(definition, asItIs) === undefined ? right(asItIs) : left(`a scenario has no words for ${differs ?? 'its names'}`);
};

/** Whether a name in it, such as that of a variable of a container, is one that no scenario file may have. */
const hasRefusedName = (value: Json): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.entries(value).some(([name, field]) => (!Array.isArray(value) && refusedNames.includes(name)) || hasRefusedName(field as Json));

/** Settings as scenarios write them. */
export const settingsWritten = (settings: WorldDefinition['settings']): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const values = Object.entries(settings[kind] ?? {});
      return settings[kind] === undefined
        ? []
        : [[kind, Object.fromEntries(values.map(([name, value]) => [name, writeSetting(kind, name, value)]))]];
    }),
  );

const writeSetting = (kind: Kind, name: string, value: unknown): unknown => {
  const setting = (entities[kind].settings as Readonly<Record<string, Setting<unknown>>>)[name];
  if (setting?.unit === 'durations') return (value as readonly number[]).map(formatDuration);
  if (setting?.drawn === true && typeof value === 'object') return distributionView(value as Distribution);
  return setting?.unit === 'duration' && typeof value === 'number' ? formatDuration(value) : value;
};

const imageWritten = ({ name, megabytes, start, restore, load }: ImageFacts) => ({
  name,
  ...(megabytes === undefined ? {} : { gigabytes: megabytes / 1_000 }),
  ...(start === undefined ? {} : { start: distributionView(start) }),
  ...(restore === undefined ? {} : { restore: distributionView(restore) }),
  ...(load === undefined ? {} : { load: typeof load === 'string' ? load : distributionView(load) }),
});

const hostWritten = ({ id, dataCenterId, cloud, gpuTypeId, gpus, vcpus, cudaVersion, vcpusPerGpu, memoryPerGpu }: HostSpec) => ({
  id,
  dataCenter: dataCenterId,
  ...(cloud === 'SECURE' ? {} : { cloud }),
  ...(gpuTypeId === null ? { vcpus } : { gpu: gpuTypeId, gpus, cuda: cudaVersion }),
  ...(vcpusPerGpu === undefined ? {} : { vcpusPerGpu }),
  ...(memoryPerGpu === undefined ? {} : { memoryPerGpu }),
});

const keyWritten = ({ name, digest, last4, permissions, queueEndpoints, rateLimitExempt, expiresAt }: ApiKey) => {
  const groups = resourceGroups.filter((group) => permissions[group] !== 'none');
  const all = resourceGroups.every((group) => permissions[group] === 'write');
  return {
    name,
    ...(digest === digestSecret(usualSecret(name)).digest ? {} : { digest, last4 }),
    ...(all ? {} : { permissions: Object.fromEntries(groups.map((group) => [group, permissions[group]])) }),
    ...(queueEndpoints === null ? {} : { endpoints: queueEndpoints }),
    ...(rateLimitExempt ? { rateLimitExempt } : {}),
    ...(expiresAt === null ? {} : { expiresAfter: formatDuration(expiresAt - worldStart) }),
  };
};

/** Only the fields that differ from the defaults. */
const templateWritten = ({ id, accountId, shape }: TemplateDefinition, owner: string | undefined, diskDefault: number) => {
  const { image } = shape.container;
  const usual = templateView({ id, shape: templateShape({ name: id, image: '' }, diskDefault) }, defaultSettings);
  const said = Object.entries(templateView({ id, shape }, defaultSettings)).filter(
    ([part, value]) => canonicalText(value) !== canonicalText(usual[part as keyof typeof usual]),
  );
  return { id, ...(accountId === owner ? {} : { owner: accountId }), image, ...Object.fromEntries(said) };
};

const endpointWritten = ({ id, accountId, config, handler }: EndpointDefinition, owner: string | undefined) => ({
  id,
  ...(accountId === owner ? {} : { owner: accountId }),
  ...writeEndpoint(config, id),
  handler: handlerView(handler),
});

/** A fault in words if they mean exactly the same, otherwise as the log has it. */
const writeFault = (spec: FaultSpec) => {
  const words = faultWords(spec);
  const said = readAs(inWords, words);
  return !isLeft(said) && canonicalText(readFaultSpec(said.right, worldStart)) === canonicalText(spec) ? words : { exactly: spec };
};

const inWords = faultWritten(operationId);

const faultWords = ({ fault, match, from, until, atOnce, chance, limit, delayMs, status, answer }: FaultSpec) => {
  const isAt = atOnce && until === null;
  const window = {
    ...(from === 0 ? {} : { from: formatDuration(from - worldStart) }),
    ...(until === null ? {} : { to: formatDuration(until - worldStart) }),
  };
  return {
    fault,
    ...(Object.keys(match).length === 0 ? {} : { match }),
    ...(isAt ? { at: formatDuration(from - worldStart) } : Object.keys(window).length === 0 ? {} : { window }),
    ...(chance === null ? {} : { chance: chance.join('/') }),
    ...(limit === null || (isAt && limit === 1) ? {} : { limit }),
    ...(delayMs === 0 ? {} : { delay: formatDuration(delayMs) }),
    ...(fault === 'api-error' && status !== 503 ? { status } : {}),
    ...(answer === undefined ? {} : { answer: answerWritten(answer) }),
  };
};

const answerWritten = ({ status, headers, body, effect }: FaultAnswer) => ({
  ...(status === 200 ? {} : { status }),
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
  ...(body === undefined ? {} : { body }),
  ...(effect ? {} : { effect }),
});

/** The first part of a definition that would not read back as it was. */
const difference = (definition: WorldDefinition, written: object): string | undefined => {
  const spec = readAs(scenarioSchema, { title: 'a recording', ...written });
  if (isLeft(spec)) return spec.left[0]?.path.join('.');
  const made = buildDefinition(spec.right, undefined);
  if (isLeft(made)) return made.left[0]?.message;
  const again = writeHeader(made.right).definition;
  const parts = Object.keys(definition) as (keyof WorldDefinition)[];
  return parts.find((part) => canonicalText(definition[part]) !== canonicalText(again[part]));
};
