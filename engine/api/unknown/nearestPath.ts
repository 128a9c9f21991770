import { contracts, isSince } from '../../cloud/account/contracts.ts';
import { nearestTo } from '../../kernel/collections/nearest.ts';
import type { Contract } from '../contract/additions.ts';
import { operationsUnder } from '../operationsUnder.ts';
import { operations } from '../table.ts';

type Template = readonly string[];

/**
 * What to say of a path that no operation has: what it lacks or has twice, the path that its caller may have meant, or what is below it.
 * Empty if no path is near.
 */
export const askForPath = (path: string, contract: Contract): string => {
  const later = askForContract(path, contract);
  if (later !== '') return later;
  const known = listPaths(contract);
  const isKnown = (one: string): boolean => known.some((template) => fits(template, one.split('/')));
  const once = path.replace(/^\/v2(?=\/v2\/)/, '');
  if (once !== path && isKnown(once)) return ` It has /v2 twice: did you mean ${once}?`;
  const single = path.replaceAll(/\/{2,}/g, '/');
  if (single !== path && isKnown(single)) return ` It has // in it: did you mean ${single}?`;
  const besides = single === path ? '' : askForPath(single, contract);
  if (besides !== '') return ` It has // in it.${besides}`;
  const whole = /^\/v2(?:\/|$)/i.test(path) ? path : `/v2${path}`;
  if (whole !== path && isKnown(whole)) return ` It lacks /v2: did you mean ${whole}?`;
  return askForParameter(whole, known, whole !== path) ?? askForWord(whole, known, whole !== path) ?? listBelow(path.split('/'), known);
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

/** Of the beginning of paths: the next words. */
const listBelow = (parts: Template, known: readonly Template[]): string => {
  if (parts[1] !== 'v2') return '';
  const longer = known.filter((template) => template.length > parts.length && fits(template.slice(0, parts.length), parts));
  const words = new Set(longer.map((template) => template[parts.length]));
  return words.size === 0 ? '' : ` Below it are ${[...words].join(', ')}.`;
};

const listPaths = (contract: Contract): readonly Template[] =>
  [...new Set(operationsUnder(contract).map(({ path }) => path))].map((path) => path.split('/'));

const isParameter = (word: string | undefined): boolean => word?.startsWith('{') === true;

const fits = (template: Template, parts: Template): boolean =>
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

/** The methods that a path takes. */
export const listMethods = (path: string): string => {
  const rows = operations.filter((row) => fits(row.path.split('/'), path.split('/')));
  const methods = [...new Set(rows.flatMap((row) => row.methods))];
  return methods.length === 0 ? '' : ` It takes ${methods.join(', ')}.`;
};
