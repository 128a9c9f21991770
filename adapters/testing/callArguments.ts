import { type Operation, respellKeys } from '../../engine/api/index.ts';
import { InvalidArgument } from '../../engine/kernel/index.ts';
import { kindOfValue } from './checks/given.ts';

/** Throws if the arguments of a call are no object. */
export const checkArguments = (what: string, args: unknown): void => {
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) {
    const header = Object.keys((args as { readonly headers?: object }).headers ?? {}).find(
      (name) => name.toLowerCase() === 'authorization',
    );
    if (header === undefined) return;
    throw new InvalidArgument(`${what}: takes no header '${header}': \`as\` names the caller by its key, as: 'dev'`);
  }
  throw new InvalidArgument(
    `${what}: takes an object, such as { endpoint_id: 'ep-demo', body: { input: {} } }, and got ${kindOfValue(args)}`,
  );
};

/** The parameters of the path. A misspelled argument is an error of the test, which the API would not see. */
export const readParams = (row: Operation, given: Readonly<Record<string, unknown>>): (readonly [string, string])[] => {
  const { id, path, passesOn, resolves = {} } = row;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => ({
    param,
    name: resolves[param] === 'endpoint' ? 'endpoint_id' : param,
  }));
  const known = params.flatMap(({ name, param }) => [name, param]);
  const named = respellKeys(given, known);
  const unknown = Object.keys(named).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const taken = [...params.map(({ name }) => name), ...(passesOn ? ['method'] : []), 'query', 'body', 'as', 'headers', 'handler'];
    const fields = (row.body as { readonly shape?: object } | undefined)?.shape ?? {};
    const inBody = Object.hasOwn(fields, unknown) ? `; write body: { ${unknown}: … }` : '';
    throw new InvalidArgument(`world.call.${id}: takes no '${unknown}'${inBody}; it takes ${taken.join(', ')}`);
  }
  return params.map(({ name, param }) => {
    const value = named[name] ?? named[param];
    if (value === undefined) throw new InvalidArgument(`world.call.${id}: ${name} is missing; it stands in ${path}`);
    return [param, String(value)] as const;
  });
};
