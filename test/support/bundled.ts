import { build } from 'rolldown';

/** Makes one JavaScript file of a TypeScript file and all it imports, for a process of its own: older Nodes read no TypeScript. */
export const bundled = async (entry: string, file: string): Promise<string> => {
  await build({ input: entry, platform: 'node', output: { file, format: 'esm' }, logLevel: 'warn' });
  return file;
};
