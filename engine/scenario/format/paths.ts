/** The path of a file that another one names; undefined if it is not in that one's folder or below. */
export const pathBeside = (from: string, named: string): string | undefined => {
  const parts = named.split('/').filter((part) => part !== '.' && part !== '');
  if (named.startsWith('/') || /^[A-Za-z]:|\\/.test(named) || parts.includes('..') || parts.length === 0) return undefined;
  return [...from.split('/').slice(0, -1), ...parts].join('/');
};
