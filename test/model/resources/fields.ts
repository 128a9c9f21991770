import { isObject, type WireBody, type WireValue } from './wire.ts';

/** The rule that refuses a value; undefined if it may be so. */
type FieldCheck = (value: WireValue) => string | undefined;

type FieldChecks = Readonly<Record<string, FieldCheck>>;

const refuseUnless =
  (rule: string, isGood: (value: WireValue) => boolean): FieldCheck =>
  (value) =>
    isGood(value) ? undefined : rule;

const isText = (value: WireValue | undefined): value is string => typeof value === 'string';
const isListOf = (value: WireValue, isGood: (one: WireValue) => boolean): boolean => Array.isArray(value) && value.every(isGood);

const isPort = (port: WireValue): boolean => {
  const [, number, protocol] = /^([1-9]\d*)\/(\w+)$/.exec(isText(port) ? port : '') ?? [];
  return Number(number) <= 65_535 && ['http', 'tcp', 'udp'].includes(protocol ?? '');
};

const anyText = refuseUnless('errors.validation', isText);
const someText = refuseUnless('errors.validation', (value) => isText(value) && value !== '');
const yesOrNo = refuseUnless('errors.validation', (value) => typeof value === 'boolean');
const words = refuseUnless('errors.validation', (value) => isListOf(value, isText));
const versions = refuseUnless('errors.validation', (value) => isListOf(value, (one) => isText(one) && /^\d+\.\d+$/.test(one)));
const nameOrNull = refuseUnless('errors.validation', (value) => value === null || isText(value));

/** container.fields, container.image */
const container: FieldChecks = {
  args: refuseUnless('container.fields', isText),
  disk: refuseUnless('container.fields', (value) => Number.isInteger(value) && Number(value) >= 1),
  env: refuseUnless('container.fields', (value) => isObject(value) && Object.values(value).every(isText)),
  image: refuseUnless('container.image', (value) => isText(value) && /^[a-z0-9-]+(\/[a-z0-9-]+)*(:[\w.-]+)?$/.test(value)),
  ports: refuseUnless('container.fields', (value) => isListOf(value, isPort)),
  registry: nameOrNull,
};

/** container.launch */
const lists: FieldChecks = { cmd: words, entrypoint: words };

/** A persistent mount, which has a size of 10 GB or more, and a path (mounts.extra, mounts.patch-partial, mounts.persistent-size). */
const mounts: FieldCheck = (value) => {
  if (!isObject(value)) return 'errors.validation';
  const { persistent, ...others } = value;
  if (Object.keys(others).length > 0) return 'mounts.extra';
  if (persistent === undefined) return undefined;
  if (!isObject(persistent)) return 'errors.validation';
  const { size, path, ...more } = persistent;
  if (Object.keys(more).length > 0) return 'mounts.extra';
  if (size === undefined || path === undefined) return 'mounts.patch-partial';
  if (!Number.isInteger(size) || Number(size) < 10) return 'mounts.persistent-size';
  return isText(path) ? undefined : 'errors.validation';
};

const template: FieldChecks = {
  name: someText,
  mounts,
  serverless: yesOrNo,
  public: yesOrNo,
  startSsh: yesOrNo,
  startJupyter: yesOrNo,
  category: refuseUnless('errors.validation', (value) => ['CPU', 'NVIDIA', 'AMD'].includes(String(value))),
  allowedCudaVersions: versions,
};

/** account.secrets */
const secretName = refuseUnless(
  'account.secrets',
  (value) =>
    isText(value) && value.length <= 191 && /^[A-Za-z_][A-Za-z0-9_.\-/]*$/.test(value) && !value.toUpperCase().startsWith('RUNPOD'),
);
const description = nameOrNull;

const anything: FieldCheck = () => undefined;

/** The fields of a body, by what it creates or changes. The plans give `gpu`, `scaling` and `type` as they should be. */
const checksOf: Readonly<Record<string, FieldChecks>> = {
  'create template': { ...container, ...template },
  'change template': { ...container, ...template },
  'create pod': { ...container, name: someText, mounts, startSsh: yesOrNo, startJupyter: yesOrNo, templateId: someText, gpu: anything },
  'create cluster': {
    ...container,
    name: someText,
    mounts,
    startSsh: yesOrNo,
    startJupyter: yesOrNo,
    type: anything,
    compute: anything,
    registry: () => 'container.registry',
  },
  'change cluster': { name: someText },
  'change pod': { ...container, name: someText, mounts, templateId: anyText },
  'create endpoint': { ...container, name: someText, templateId: someText, gpu: anything, scaling: anything, type: anything },
  'change endpoint': { ...container, name: someText, templateId: anyText },
  'create registry': { name: someText, username: someText, password: someText },
  'create secret': { name: secretName, value: someText, description },
  'change secret': { value: someText, description },
};

const needed: Readonly<Record<string, readonly string[]>> = {
  'create template': ['name', 'image'],
  'create pod': ['name'],
  'create cluster': ['name'],
  'create registry': ['name', 'username', 'password'],
  'create secret': ['name', 'value'],
};

/** The longest name and password of a registry credential, since the newer contract. */
const longest: WireBody = { name: 191, password: 16_384 };

/** What is wrong with a body, by the rule that refuses it: a more specific one before errors.validation. The plans do one such thing at most. */
export const refuseBody = (what: string, body: WireBody, isLater: boolean): string | undefined => {
  const rules = listWrongs(what, body, isLater);
  return rules.find((rule) => rule !== 'errors.validation') ?? rules[0];
};

const listWrongs = (what: string, body: WireBody, isLater: boolean): readonly string[] => {
  const hasLists = isLater && !/registry|secret|change cluster/.test(what);
  const hasTemplate = isLater && what === 'create cluster';
  const checks: FieldChecks = { ...checksOf[what], ...(hasLists ? lists : {}), ...(hasTemplate ? { templateId: someText } : {}) };
  const rules = Object.entries(body).flatMap(([name, value]) => {
    const check = checks[name];
    const isTooLong = what === 'create registry' && isLater && String(value).length > Number(longest[name] ?? Infinity);
    if (check === undefined && what === 'change cluster') return ['cluster.rename'];
    return check === undefined || isTooLong ? ['errors.validation'] : (check(value) ?? []);
  });
  const misses = (name: string): boolean => body[name] === undefined;
  if ((needed[what] ?? []).some(misses)) rules.push('errors.validation');
  if (what === 'create endpoint' && misses('name')) rules.push('endpoint.create');
  if (what === 'change cluster' && Object.keys(body).length === 0) rules.push('cluster.rename');
  if (what === 'change secret' && Object.keys(body).length === 0) rules.push('errors.validation');
  if (misses('image') && misses('templateId')) {
    if (what === 'create pod') rules.push('pod.create-compute');
    if (what === 'create endpoint') rules.push('errors.validation');
  }
  return rules;
};
