import type { Contract } from '../../../engine/api/index.ts';
import { contracts } from '../../../engine/process/index.ts';

/** The files of the OpenAPI documents, in `dist/docs`. */
export const platformFile = (contract: Contract = contracts[0]): string => `platform-${contract}.openapi.json`;
export const controlFile = 'control-plane.openapi.json';

/** Stands for the base URL in them: no text of a document contains this letter. */
export const baseMark = '\u0000';
