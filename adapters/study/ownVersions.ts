import { hashVersions, type Versions } from '../../engine/lab/study/index.ts';
import { sha256 } from '../store/sha256.ts';
import { playedCode } from './playedCode.ts';

/** The versions that results of this build depend on. */
export const ownVersions = (): Versions => {
  if (playedCode === '') throw new Error('the digest of the code that makes plays is not there: `npm run build` writes it');
  return hashVersions(playedCode, sha256);
};
