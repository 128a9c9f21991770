const tests = 'test/simulator/audit/recounts.test.ts';

/**
 * Small changes of the recounts of the audit, which the bad examples must notice.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const audit = [
  { tests, file: 'simulator/audit/recounts.ts', was: '  orderRecount,\n', is: '' },
  { tests, file: 'simulator/audit/allocation/order.ts', was: 'if (serves !== endpointId)', is: 'if (serves === undefined)' },
  { tests, file: 'simulator/audit/allocation/order.ts', was: 'if (endsAt <= at)', is: 'if (endsAt < at)' },
  { tests, file: 'simulator/audit/allocation/order.ts', was: 'first.number >= number', is: 'first.number <= number' },
  { tests, file: 'simulator/audit/allocation/order.ts', was: 'const higher = isLow ?', is: 'const higher = !isLow ?' },
  { tests, file: 'simulator/audit/allocation/order.ts', was: '...others, turn);', is: '...others);' },
  { tests, file: 'simulator/audit/recounts.ts', was: '  fleetRecount,\n', is: '' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'if (version !== crew.version)', is: 'if (version > crew.version)' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'crew === undefined || crew.active <= crew.max', is: 'crew === undefined || crew.active > 0' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'this.#before(worker) < crew.max', is: 'this.#before(worker) <= crew.max' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'active > max && busy < active', is: 'active > max && busy > active' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'expected < min &&', is: 'expected > min &&' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'if (kept !== Math.min(min, active))', is: 'if (kept > Math.min(min, active))' },
  { tests, file: 'simulator/audit/allocation/fleet.ts', was: 'keptUp < kept && keptUp < up', is: 'false' },
  { tests, file: 'simulator/audit/recounts.ts', was: '  slotRecount,\n', is: '' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'if (!hands.has.delete(id))', is: 'if (hands.has.delete(id))' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'if (this.#owed.size === 0)', is: 'if (this.#owed.size < 2)' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: "if (this.#runsOn.get(id) === workerId) this.#owes(id, workerId, 'lost', at);", is: '' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'if (has.size >= perWorker)', is: 'if (has.size > perWorker)' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'if (isLast !== (hands.has.size === 0))', is: 'if (isLast && hands.has.size > 1)' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'event.crashes === hands.crashes && ', is: '' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'if (hands.crashes < crashLoop && !hands.isReal)', is: 'if (hands.crashes > crashLoop && !hands.isReal)' },
  { tests, file: 'simulator/audit/allocation/slots.ts', was: 'if (times > retriesMax)', is: 'if (times > retriesMax + 1)' },
];
