import { contracts, isSince } from '../../cloud/account/contracts.ts';
import { nearestTo } from '../../kernel/collections/nearest.ts';
import type { Contract } from '../contract/additions.ts';
import { podAction } from '../contract/pod.ts';
import { operationsUnder } from '../operationsUnder.ts';
import { operations } from '../table.ts';

type Template = readonly string[];

/**
 * What to say of a path that no operation has: what it lacks or has twice, the path that its caller may have meant, or what is below it.
 * Empty if no path is near, or it is longer than a mistyped one would be. `control`: the paths of the control plane.
 */
export const askForPath = (path: string, contract: Contract, control: readonly string[] = []): string => {
  if (path.length > pathMax) return '';
  if (/^\/_?podsim(?:\/|$)/i.test(path)) return askForControl(path, control);
  const later = askForContract(path, contract);
  if (later !== '') return later;
  const known = listPaths(contract);
  const isKnown = (one: string): boolean => known.some((template) => fits(template, one.split('/')));
  const once = path.replace(/^\/v2(?=\/v2\/)/, '');
  if (once !== path && isKnown(once)) return ` It has /v2 twice: did you mean ${once}?`;
  const single = path.replaceAll(/\/{2,}/g, '/');
  if (single !== path && isKnown(single)) return ` It has // in it: did you mean ${single}?`;
  const besides = single === path ? '' : askForPath(single, contract, control);
  if (besides !== '') return ` It has // in it.${besides}`;
  const whole = /^\/v2(?:\/|$)/i.test(path) ? path : `/v2${path}`;
  if (whole !== path && isKnown(whole)) return ` It lacks /v2: did you mean ${whole}?`;
  if (control.some((one) => fits(one.split('/'), `${controlBase}${path}`.split('/'))))
    return ` It lacks ${controlBase}: did you mean ${controlBase}${path}?`;
  return (
    askForAction(whole) ??
    askForParameter(whole, known, whole !== path) ??
    askForWord(whole, known, whole !== path) ??
    askForResource(path, contract) ??
    describeBelow(path.split('/'), known)
  );
};

/** Comparing takes time, and any caller may ask. */
const pathMax = 500;

const controlBase = '/_podsim/v1';

/** Of a path of the control plane. */
const askForControl = (path: string, control: readonly string[]): string => {
  const known = control.map((one) => one.split('/'));
  const whole = path.replace(/^\/_?podsim(?:\/v\d+)?(?=\/|$)/i, controlBase);
  if (whole !== path && known.some((template) => fits(template, whole.split('/')))) return ` Did you mean ${whole}?`;
  const below = listBelow(whole.split('/'), known);
  return (
    askForParameter(whole, known, false) ??
    askForWord(whole, known, false) ??
    (below === '' ? ` It is none of ${controlBase}.${listBelow(controlBase.split('/'), known)}` : below)
  );
};

/** Of an action of a pod that is written as a path. */
const askForAction = (path: string): string | undefined => {
  const [, pod, action] = /^\/v2\/pods\/([^/]+)\/(?:actions?\/)?(\w+)$/.exec(path) ?? [];
  if (!podAction.options.some((one) => one === action)) return undefined;
  return ` An action stands in the body: POST /v2/pods/${pod}/action with {"action": "${action}"}.`;
};

/** Of a resource that stands further below: `/v2/gpus` for `/v2/catalog/gpus`. */
const askForResource = (path: string, contract: Contract): string | undefined => {
  const [, version, ...rest] = path.split('/');
  if (version !== 'v2') return undefined;
  const hasEnd = (template: Template): boolean => {
    const end = template.slice(-rest.length);
    return template.length > rest.length + 2 && !isParameter(template[2]) && end[0] === rest[0] && fits(end, rest);
  };
  const [template] = [contract, ...contracts].flatMap((one) => listPaths(one).filter(hasEnd));
  if (template === undefined) return undefined;
  const meant = [...template.slice(0, -rest.length), ...rest].join('/');
  return ` Did you mean ${meant}?${askForContract(meant, contract)}`;
};

/** Of a first word that no resource has. */
const explainEndpoint = ([, , first = '', ...more]: Template, known: readonly Template[]): string => {
  const resources = [...new Set(known.map(([, , word = '']) => word))].filter((word) => !isParameter(word));
  if (first === '' || more.length > 0 || resources.includes(first)) return '';
  return ` '${first.slice(0, 60)}' is taken for the id of an endpoint; the resources below /v2 are ${resources.join(', ')}.`;
};

/** Of a path that a later contract has: how a world chooses that one. Empty if none has it. */
export const askForContract = (path: string, contract: Contract): string => {
  const parts = path.split('/');
  const since = contracts.find((one) => isSince(one, contract) && listPaths(one).some((template) => fits(template, parts)));
  if (since === undefined || since === contract) return '';
  return (
    ` It came with contract ${since}, and this world has ${contract}: serve it with --contract ${since}, ` +
    `or write \`contract: ${since}\` under \`world\` of its scenario.`
  );
};

/** Of a path that has all words but one that stands for an id. `unversioned`: its caller has not written /v2. */
const askForParameter = (path: string, known: readonly Template[], unversioned: boolean): string | undefined => {
  const parts = path.split('/');
  for (const template of known) {
    const place = template.findLastIndex((word, k) => isParameter(word) && fits(template.toSpliced(k, 1), parts));
    const lacking = template[place];
    if (lacking !== undefined)
      return ` It lacks ${unversioned ? '/v2 and ' : ''}${lacking}: the path is ${parts.toSpliced(place, 0, lacking).join('/')}.`;
  }
  return undefined;
};

/** Of a path that has one word wrong. */
const askForWord = (path: string, known: readonly Template[], unversioned: boolean): string | undefined => {
  const renamed = path.replace(/^\/v2\/endpoints?(?=\/|$)/, '/v2/serverless').split('/');
  const meant =
    known.find((template) => fits(template, renamed)) === undefined
      ? known.map((template) => respell(template, path.split('/'))).find((one) => one !== undefined)
      : renamed.join('/');
  if (meant === undefined) return undefined;
  return unversioned ? ` It lacks /v2: did you mean ${meant}?` : ` Did you mean ${meant}?`;
};

/** Of a path that has no operation and is like none: what is below it, what its first word is taken for, or what is below the path above it. */
const describeBelow = (parts: Template, known: readonly Template[]): string => {
  const above = parts.slice(0, -1);
  const words = `${listBelow(parts, known)}${explainEndpoint(parts, known)}`;
  const isBelow = parts[1] === 'v2' && above.length > 2 && parts.at(-1) !== '';
  return words === '' && isBelow ? listBelow(above, known, above.join('/')) : words;
};

/** Of the beginning of paths: the next words. */
const listBelow = (parts: Template, known: readonly Template[], named = 'it'): string => {
  const longer = known.filter((template) => template.length > parts.length && fits(template.slice(0, parts.length), parts));
  const words = new Set(longer.map((template) => template[parts.length]));
  return words.size === 0 ? '' : ` Below ${named} are ${[...words].join(', ')}.`;
};

const listPaths = (contract: Contract): readonly Template[] =>
  [...new Set(operationsUnder(contract).map(({ path }) => path))].map((path) => path.split('/'));

const isParameter = (word: string | undefined): boolean => word?.startsWith('{') === true;

export const fits = (template: Template, parts: Template): boolean =>
  template.length === parts.length && template.every((word, k) => (isParameter(word) ? parts[k] !== '' : word === parts[k]));

/** The path with one of its words as the template spells it; undefined if more is different. */
const respell = (template: Template, parts: Template): string | undefined => {
  if (template.length !== parts.length) return undefined;
  const wrong = template.flatMap((word, k) => ((isParameter(word) ? parts[k] !== '' : word === parts[k]) ? [] : [k]));
  const [place] = wrong;
  if (place === undefined || wrong.length > 1) return undefined;
  const word = template[place] ?? '';
  if (isParameter(word) || nearestTo(parts[place] ?? '', [word]).length === 0) return undefined;
  return parts.with(place, word).join('/');
};

/** The methods that a path takes; those given, if it is none of the APIs. */
export const listMethods = (path: string, given: readonly string[] = []): string => {
  const rows = operations.filter((row) => fits(row.path.split('/'), path.split('/')));
  const methods = rows.length === 0 ? given : [...new Set(rows.flatMap((row) => row.methods))];
  return methods.length === 0 ? '' : ` It takes ${methods.join(', ')}.`;
};
