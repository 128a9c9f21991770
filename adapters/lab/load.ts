type Loaded = typeof import('./loaded.ts');

/** In the package this is a script of the command line, and Node gives what a script exports as `default`. */
export const load = async (): Promise<Loaded> => {
  const loaded: Loaded & { readonly default?: Loaded } = await import('./loaded.ts');
  return loaded.default ?? loaded;
};
