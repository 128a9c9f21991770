import type { WorldDefinition } from '../../simulator/definition.ts';
import type { ScenarioSpec } from '../file/format.ts';
import { type Finding, warningAt } from './finding.ts';

/** Endpoints that ask for more workers at least than at most: the platform takes that, and keeps the maximum (worker.min). */
export const endpointFindings = ({ world }: ScenarioSpec, { endpoints }: WorldDefinition): readonly Finding[] =>
  endpoints.flatMap(({ id, config: { workers } }, k) =>
    world?.endpoints?.[k]?.id !== id || workers.min <= workers.max
      ? []
      : [
          warningAt(
            ['world', 'endpoints', k, 'workers'],
            `min ${workers.min} is more than max ${workers.max}: ${workers.max} workers are kept up, never ${workers.min}; raise max, or lower min`,
          ),
        ],
  );
