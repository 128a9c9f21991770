import type { ExploredClient } from './clientRun.ts';
import type { OwnProperties } from './ownProperties.ts';
import { parseShare } from './undone.ts';

/** What a module says of its client beside it. */
export interface ClientDeclared {
  readonly own: OwnProperties;
  /** In which share of its runs the client may give up, such as `1/2`; undefined where the module does not say. */
  readonly mayGiveUp: string | undefined;
}

/** Reads the exports `properties` and `mayGiveUp`. */
export const readDeclarations = (module: Readonly<Record<string, unknown>>, file: string): ClientDeclared => {
  const { properties = {}, mayGiveUp } = module;
  const own = Object.entries(Object(properties));
  const wrong = own.find(([, holds]) => typeof holds !== 'function');
  if (wrong !== undefined || typeof properties !== 'object')
    throw new Error(`${file}: the export properties is an object of functions, such as { 'one pod': ({ calls }) => assert(…) }`);
  if (mayGiveUp !== undefined && (typeof mayGiveUp !== 'string' || parseShare(mayGiveUp) === undefined))
    throw new Error(`${file}: the export mayGiveUp is the share of runs in which the client may give up, as a text such as '1/2'`);
  return { own: Object.fromEntries(own) as OwnProperties, mayGiveUp };
};

/** The client of a module: its default export, or the only function that it exports. */
export const clientIn = (module: Readonly<Record<string, unknown>>, file: string): ExploredClient => {
  if (typeof module['default'] === 'function') return module['default'] as ExploredClient;
  const functions = Object.values(module).filter((one) => typeof one === 'function');
  const [only] = functions;
  if (only !== undefined && functions.length === 1) return only as ExploredClient;
  const names = Object.entries(module).flatMap(([name, one]) => (typeof one === 'function' ? [name] : []));
  const found = names.length === 0 ? 'exports no function' : `exports ${names.join(', ')}`;
  throw new Error(
    `${file}: ${found}; export the function that is the client as default: export default async ({ url, fetch, apiKey, seed }) => …`,
  );
};
