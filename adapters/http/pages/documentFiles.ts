import { type Contract, type Described, operations } from '../../../engine/api/index.ts';
import { controlOperations } from '../../../engine/control/index.ts';
import { contracts, openApiDocument } from '../../../engine/process/index.ts';
import { engineVersion } from '../../../engine/simulator/index.ts';
import { baseMark, controlFile, platformFile } from './documentNames.ts';

/**
 * The OpenAPI documents, as the build writes them to `dist/docs`, by the names of their files. To make one takes up to a second: a server that
 * made it for its first reader would hold up all others.
 */
export const documentFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...contracts.map((contract) => [platformFile(contract), writeDocument(operations, { ...platform, contract })] as const),
    [controlFile, writeDocument(controlOperations, controlPlane)],
  ]);

interface About {
  readonly title: string;
  /** The version of the API, not of its server. */
  readonly version: string;
  readonly contract?: Contract;
}

const platform: About = { title: 'The platform, simulated by podsim', version: '2.0.0' };
const controlPlane: About = { title: 'The control plane of podsim', version: engineVersion };

const writeDocument = (rows: readonly Described[], about: About): string =>
  JSON.stringify(openApiDocument(rows, { ...about, serverUrl: baseMark, security: 'bearer' }));
