/** The names of the parameters in an operation's path, in their order: `/v2/{endpoint}/status/{job}` has `endpoint` and `job`. */
export const pathParams = (path: string): readonly string[] => {
  const known = byPath.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  byPath.set(path, names);
  return names;
};

/** Each call looks at them. Operations are few. */
const byPath = new Map<string, readonly string[]>();
