import type { Study } from '../../../engine/lab/study/index.ts';
import type { KnownResults } from '../../study/knownResults.ts';
import type { Computer } from '../../study/runStudy.ts';
import { type ResultDifference, verifyStudy } from '../../study/verify.ts';
import { exitCodes } from '../terminal/exit.ts';
import { shareFrom } from './checks.ts';

/** `podsim study FILE --verify 1%`: whether stored results are still what their plays come to. */
export const verifyResults = async (study: Study, results: KnownResults, share: string, compute: Computer): Promise<number> => {
  const { played, stored, differences } = await verifyStudy(study, results, shareFrom(share), compute);
  for (const path of results.store.damaged) process.stderr.write(`${path}: was cut or changed; its play will be made again\n`);
  if (stored === 0) {
    process.stderr.write(`${results.store.folder}: has no results of this study yet: podsim study ${study.file} makes them\n`);
    return exitCodes.incomplete;
  }
  process.stderr.write(differences.map(differenceText).join(''));
  const verdict = differences.length === 0 ? 'all are the same' : `${differences.length} differ`;
  process.stdout.write(`${played} of ${stored} stored results played again: ${verdict}\n`);
  return differences.length === 0 ? exitCodes.pass : exitCodes.fail;
};

const differenceText = ({ file, stored, played }: ResultDifference): string => {
  const what =
    stored.fingerprint === played.fingerprint
      ? 'the log is the same, and what was measured is not'
      : `the log is another: ${fingerprintText(stored.fingerprint)} is stored, ${fingerprintText(played.fingerprint)} was played`;
  return `${file}: ${what}; if podsim was changed without a new version, remove the file, and it is made again\n`;
};

const fingerprintText = (fingerprint: string): string => (fingerprint === '' ? 'none' : `${fingerprint.slice(0, 12)}…`);
