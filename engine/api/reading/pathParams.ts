/** The names of the parameters in an operation's path, in their order: `/v2/{endpoint}/status/{job}` has `endpoint` and `job`. */
export const pathParams = (path: string): readonly string[] => {
  const known = byPath.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  byPath.set(path, names);
  return names;
};

/** The path of an operation with its parameters, each as a URL has it; `writeBelow` writes a path that is passed on to a worker. */
export const fillPath = (
  { path, passesOn }: { readonly path: string; readonly passesOn?: boolean },
  params: Readonly<Record<string, string>>,
  writeBelow: (path: string) => string = inUrl,
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (passesOn === true && name === 'path' ? writeBelow : inUrl)(params[name] ?? ''));

/** A text as part of a path or a query; half of a character, which a URL cannot hold, as U+FFFD. */
export const inUrl = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));

/** Each call looks at them. Operations are few. */
const byPath = new Map<string, readonly string[]>();
