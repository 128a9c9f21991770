import { withLaws } from '../laws/checkedRun.ts';
import type { PlayOptions } from '../play/run.ts';
import { watchClient } from '../properties/client/watch.ts';

/**
 * Options of `play` with which it checks everything that a scenario may declare. They are options, because the code that records, forks and
 * reads the calls of clients is a tenth of what a page would have to load.
 */
export const allChecks: Required<Pick<PlayOptions, 'laws' | 'clients'>> = { laws: withLaws, clients: watchClient };
