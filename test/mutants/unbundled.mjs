// The command line from one file for each module, as the build writes it: a hook can change one of them.
import { start } from '../../dist/adapters/cli/podsim.js';

start();
