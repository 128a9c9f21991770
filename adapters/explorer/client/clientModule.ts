import type { ExploredClient } from './clientRun.ts';

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
