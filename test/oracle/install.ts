import { installJudge } from '../../engine/simulator/judge.ts';
import { Audit } from './audit/audit.ts';
import { checkColumns } from './columnLaw.ts';

// Every world whose invariants are checked is recounted, too, in whatever imports this.
installJudge((sources) => new Audit(sources));

// Searches of the explorer ask for it.
if (process.env['PODSIM_COLUMNS'] !== undefined) checkColumns();
