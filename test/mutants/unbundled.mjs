// The command line from one file for each module, as the build writes it: a hook can change one of them. Its worlds are judged.
import '../../dist/test/oracle/install.js';
import { start } from '../../dist/adapters/cli/podsim.js';

start();
