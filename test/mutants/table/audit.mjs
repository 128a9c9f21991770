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
];
