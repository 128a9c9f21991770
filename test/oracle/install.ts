import { checkLawsEvery } from '../../engine/lab/explorer/explore.ts';
import { installJudge } from '../../engine/simulator/judge.ts';
import { Audit } from './audit/audit.ts';
import { checkColumns } from './columnLaw.ts';
import { checkEachPlace } from './placeLaws.ts';

// Every world whose invariants are checked is recounted, too, in whatever imports this.
installJudge((sources) => new Audit(sources));

// Searches of the explorer ask for these.
if (process.env['PODSIM_SEARCH'] !== undefined) {
  checkColumns();
  checkEachPlace();
  checkLawsEvery(10);
}
