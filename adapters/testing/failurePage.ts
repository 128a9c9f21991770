import { writePageFile } from '../console/writer/pageFile.ts';
import { recordData } from '../console/writer/recorded.ts';
import type { TestWorld } from './testWorld.ts';

/**
 * Where `PODSIM_PAGES` names a folder, a failed test writes a page there that plays the inputs of its world again, in a browser. Returns
 * the line that says where it is, or why there is none.
 */
export const failurePage = (world: TestWorld, name: string, identity: string): readonly string[] => {
  const folder = process.env['PODSIM_PAGES'] ?? '';
  if (folder === '') return [];
  try {
    const data = recordData(name, world.header, [...world.log.entries()], world.fingerprint());
    if ('problem' in data) return [`  no page: ${data.problem}`];
    return [`  page ${writePageFile(folder, name, identity, data)}: open it in a browser`];
  } catch (error) {
    return [`  no page: ${error instanceof Error ? error.message : String(error)}`];
  }
};
