import { installJudge } from '../../engine/simulator/judge.ts';
import { Audit } from './audit/audit.ts';

// Every world whose invariants are checked is recounted, too, in whatever imports this.
installJudge((sources) => new Audit(sources));
