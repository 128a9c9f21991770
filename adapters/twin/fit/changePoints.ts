/** Minus twice the greatest log-likelihood of the observations in [from, until) under one distribution. Two parts never cost more than the whole. */
export type StretchCost = (from: number, until: number) => number;

/**
 * The observations at which a series changes: the ones that begin a stretch in the segmentation with the least cost, plus a penalty for each stretch (PELT:
 * Killick, Fearnhead and Eckley 2012). It is exact; a candidate is dropped only once it can begin no last stretch. `least`: the shortest stretch.
 */
export const findChangePoints = (count: number, computeCost: StretchCost, penalty: number, least = 1): readonly number[] => {
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const begins = new Int32Array(count + 1);
  best[0] = -penalty;
  let candidates = [0];
  for (let until = least; until <= count; until++) {
    const costs = candidates.map((from) => (best[from] ?? 0) + computeCost(from, until));
    for (const [k, cost] of costs.entries())
      if (cost + penalty < (best[until] ?? 0)) [best[until], begins[until]] = [cost + penalty, candidates[k] ?? 0];
    candidates = candidates.filter((_, k) => (costs[k] ?? 0) <= (best[until] ?? 0));
    const next = until - least + 1;
    if (next > 0 && Number.isFinite(best[next])) candidates.push(next);
  }
  const changes: number[] = [];
  for (let at = begins[count] ?? 0; at > 0; at = begins[at] ?? 0) changes.unshift(at);
  return changes;
};
