import { isSize, type TokenSize } from '../../cloud/handler/tokenSizes.ts';
import { memoryMax, outputMax } from '../../cloud/handler/tokens.ts';
import type { Json } from '../../kernel/canonical.ts';
import { askWhetherMeant } from '../../kernel/collections/nearest.ts';
import type { WorldDefinition } from '../../simulator/definition.ts';
import { submitsJob } from '../load/format.ts';
import { type Finding, warningAt } from './finding.ts';
import type { WrittenCall } from './requests.ts';

/** Inputs that do not say how many tokens their job has, where the handler goes by them: such a job fails (handler.tokens). */
export const tokenFindings = (calls: readonly WrittenCall[], { endpoints }: WorldDefinition): readonly Finding[] => {
  if (calls.some(({ act }) => act === 'setHandler')) return [];
  return calls.filter(submitsJob).flatMap(({ path, with: { endpoint, body, handler } = {} }) => {
    const sizes = endpoints.find(({ id }) => id === endpoint)?.handler.tokens;
    const input = (body as { readonly input?: Json } | undefined)?.input;
    if (sizes === undefined || input === undefined) return [];
    const own = (handler as { readonly tokens?: object } | undefined)?.tokens ?? {};
    return ([['prompt', memoryMax] as const, ['output', outputMax] as const] as const).flatMap(([name, most]) =>
      Object.hasOwn(own, name) ? [] : sizeFindings(sizes[name], input, most, [...path, 'with', 'body', 'input']),
    );
  });
};

const sizeFindings = (size: TokenSize, input: Json, most: number, at: readonly (string | number)[]): readonly Finding[] => {
  if (typeof size === 'number' || !('of' in size)) return [];
  const words = `the endpoint counts tokens by ${size.of}`;
  let [value, place] = [input, at];
  for (const name of size.of.split('.').slice(1)) {
    if (isOpen(value)) return [];
    const fields = typeof value === 'object' && value !== null ? (value as { readonly [name: string]: Json }) : {};
    if (!Object.hasOwn(fields, name)) {
      const near = askWhetherMeant(name, Object.keys(fields));
      return size.else !== undefined && near === '' ? [] : [warningAt(place, `${words}, and there is no '${name}' here${near}`)];
    }
    [value, place] = [fields[name] as Json, [...place, name]];
  }
  if (isOpen(value) || isSize(value, most)) return [];
  return [warningAt(place, `${words}, and this is ${JSON.stringify(value)}: give a whole number from 1 to ${most}, or the job fails`)];
};

/** The value of a variable is unknown here. */
const isOpen = (value: Json): boolean => typeof value === 'string' && value.includes('$');
