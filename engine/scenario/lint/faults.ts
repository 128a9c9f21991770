import { findOperation } from '../../api/operations.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import type { WorldDefinition } from '../../simulator/definition.ts';
import type { ScenarioSpec } from '../file/format.ts';
import type { PathProblem } from '../format/problem.ts';
import { type Finding, warningAt } from './finding.ts';
import type { WrittenCall } from './requests.ts';

/** The kinds that strike only calls, besides those of an answer. */
const ofCalls: readonly string[] = ['list-lag', 'views-disagree', 'edge-timeout'];

/** Finds faults that meet nothing: their targets may exist elsewhere, but never in this scenario. */
export const faultFindings = (
  { faults = [] }: ScenarioSpec,
  calls: readonly Pick<WrittenCall, 'act' | 'with'>[],
  definition: WorldDefinition,
): readonly Finding[] => {
  const apiCalls = calls.filter(({ act }) => findOperation(act)?.api !== 'control');
  const acts = [...new Set(apiCalls.map(({ act }) => act))];
  const images = imagesIn(calls, definition);
  return faults.flatMap((fault, k): readonly Finding[] => {
    const isExact = 'exactly' in fault;
    const { match = {}, fault: type } = isExact ? fault.exactly : fault;
    const path: PathProblem['path'] = ['faults', k, ...(isExact ? ['exactly'] : []), 'match'];
    const nothing = (part: string, words: string): Finding => warningAt([...path, part], `the fault strikes nothing: ${words}`);
    if (type === 'api-error' || type === 'api-latency' || type.startsWith('answer-') || ofCalls.includes(type)) {
      if (apiCalls.length === 0) return [warningAt(['faults', k], 'the fault strikes nothing: no step or load calls an API')];
      const { operation, endpoint } = match;
      if (operation !== undefined && !acts.includes(operation))
        return [nothing('operation', `no step or load calls ${operation}${suggestion(operation, acts, 'the file', 'those called')}`)];
      const isAtEndpoint = ({ act, with: written }: (typeof apiCalls)[number]): boolean =>
        (operation === undefined || act === operation) && (written?.endpoint === endpoint || written?.endpoint?.includes('$') === true);
      if (endpoint !== undefined && !apiCalls.some(isAtEndpoint))
        return [nothing('endpoint', `no step or load calls ${operation ?? 'an operation'} of ${endpoint}`)];
    }
    const { image, pod } = match;
    if (image !== undefined && images !== undefined && !images.includes(image))
      return [nothing('image', `nothing here has the image '${image}'${suggestion(image, images, 'the world', 'the images')}`)];
    if (pod !== undefined && !calls.some(({ act }) => act === 'createPod' || act === 'createCluster'))
      return [nothing('pod', `no step or load creates a pod`)];
    return [];
  });
};

/** The images of endpoints, and all that calls name; undefined if variables name some. */
const imagesIn = (
  calls: readonly Pick<WrittenCall, 'with'>[],
  { endpoints, templates = [] }: WorldDefinition,
): readonly string[] | undefined => {
  const named = calls.flatMap(({ with: written }) => imagesBelow(written?.body));
  if (named.some((image) => image.includes('$'))) return undefined;
  return [...new Set([...endpoints.flatMap(({ config }) => imagesBelow(config)), ...imagesBelow(templates), ...named])];
};

const imagesBelow = (value: unknown): readonly string[] => {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, field]) => (name === 'image' && typeof field === 'string' ? [field] : imagesBelow(field)));
};
