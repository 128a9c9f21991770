/**
 * Small changes of the read models that no other row breaks.
 * @type {readonly { rule: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const projections = [
  { rule: 'fault.window',         file: 'cloud/projections/activeFaults.ts', was: "if (status === 'ENDED') this.#keys.delete(id);", is: "if (status === 'ACTIVE') this.#keys.delete(id);" },
  { rule: 'billing.amounts',      file: 'cloud/catalog/prices.ts',            was: '* 1_000n) / BigInt(monthMs)', is: '* 1_001n) / BigInt(monthMs)' },
  { rule: 'billing.amounts',      file: 'cloud/projections/bill.ts',         was: 'meters[component].change(by, at);', is: '' },
  { rule: 'fault.match',          file: 'cloud/projections/faultPlaces.ts',  was: 'image: config.container.image,', is: '' },
  { rule: 'fault.match',          file: 'cloud/projections/faultPlaces.ts',  was: '!spec.atOnce && matches(spec.match, place)', is: '!spec.atOnce' },
  { rule: 'fault.match',          file: 'cloud/projections/faultPlaces.ts',  was: '(image === undefined ? {} : { image })', is: '{}' },
  { rule: 'lb.traffic',           file: 'cloud/projections/heldCalls.ts',    was: 'jobId ?? requestId ?? workerId', is: 'jobId ?? workerId' },
  { rule: 'worker-api.take',      file: 'cloud/projections/heldCalls.ts',    was: 'jobId ?? requestId ?? workerId', is: 'jobId ?? requestId' },
  { rule: 'pod.error',            file: 'cloud/projections/relations.ts',    was: 'a.number - b.number', is: 'b.number - a.number' },
  { rule: 'template.delete-used', file: 'cloud/projections/relations.ts',    was: 'isGone ? null : ', is: '' },
  { rule: 'lb.traffic',           file: 'cloud/projections/traffic.ts',      was: "else if (from === 'WAITING') traffic.waiting.remove(id);", is: '' },
  { rule: 'lb.traffic',           file: 'cloud/projections/traffic.ts',      was: 'traffic.inFlight -= 1;', is: '' },
  { rule: 'control.call-key',     file: 'cloud/projections/usedKeys.ts',     was: '|| keys.others.has(key)', is: '' },
  { rule: 'worker.lifecycle',     file: 'cloud/projections/waitingLines.ts', was: '++this.#turns', is: '--this.#turns' },
];
