/**
 * Small changes of the kernel. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const kernel = [
  { tests: 'test/arguments.test.ts', file: 'kernel/collections/byName.ts', was: 'if (known !== undefined) return known;', is: '' },
  { tests: 'test/kernel/calendar.test.ts', file: 'kernel/calendar.ts', was: '(a.due === b.due && a.order < b.order)', is: '(a.due === b.due && a.order > b.order)' },
  { tests: 'test/kernel/canonical.test.ts', file: 'kernel/canonical.ts', was: 'if (key < last) return', is: "if (key > last && last !== '') return" },
  { tests: 'test/kernel/canonical.test.ts', file: 'kernel/canonical.ts', was: 'if (field === undefined) return text;', is: '' },
  { tests: 'test/kernel/copy.test.ts', file: 'kernel/copy.ts', was: 'copy.set(copyOf(key, known), copyOf(value, known))', is: 'copy.set(copyOf(key, known), value)' },
  { tests: 'test/kernel/copy.test.ts', file: 'kernel/copy.ts', was: 'if (value instanceof Map) return copyOfMap(value, known);', is: '' },
  { tests: 'test/properties-language/explored.slow.test.ts', file: 'kernel/pluralize.ts', was: 'count === 1', is: 'count !== 1' },
  { tests: 'test/kernel/exactMath.test.ts', file: 'kernel/math/exactMath.ts', was: 'k > halvings; k--) result /= 2', is: 'k > halvings; k--) result /= 4' },
  { tests: 'test/kernel/exactMath.test.ts', file: 'kernel/math/exactMath.ts', was: 'base === 0 ? 0 : exp', is: 'base === 0 ? 1 : exp' },
  { tests: 'test/kernel/lineup.test.ts', file: 'kernel/collections/fifoQueue.ts', was: 'else place.ahead.behind = place.behind;', is: '' },
  { tests: 'test/kernel/lineup.test.ts', file: 'kernel/collections/fifoQueue.ts', was: 'else behind.ahead.behind = place;', is: '' },
  { tests: 'test/kernel/weighted.test.ts', file: 'kernel/collections/firstIndex.ts', was: 'if (holds(middle)) beyond = middle', is: 'if (false) beyond = middle' },
  { tests: 'test/kernel/ids.test.ts', file: 'kernel/ids.ts', was: '0x4000 | (b & 0x0fff)', is: 'b & 0xffff' },
  { tests: 'test/kernel/invariant.test.ts', file: 'kernel/invariant.ts', was: "typeof broken === 'string' ? broken : broken()", is: 'String(broken)' },
  { tests: 'test/arguments.test.ts', file: 'kernel/json.ts', was: 'if (depth === 0) return unfit;', is: '' },
  { tests: 'test/kernel/lifecycle.test.ts', file: 'kernel/lifecycle.ts', was: "'target', 'meta', 'description'", is: "'target', 'meta', 'description', 'guard'" },
  { tests: 'test/kernel/shortestWay.test.ts', file: 'kernel/shortestWay.ts', was: 'steps.slice(1).map(', is: 'steps.map(' },
  { tests: 'test/lifecycles.process.test.ts', file: 'cloud/lifecycles.ts', was: '...marks }, description }', is: "...marks }, description: '' }" },
  { tests: 'test/kernel/log.test.ts', file: 'kernel/log.ts', was: 'if (this.length - chunk.before <= most ||', is: 'if (' },
  { tests: 'test/kernel/logText.test.ts', file: 'kernel/logText.ts', was: 'const checkDigits = 8;', is: 'const checkDigits = 7;' },
  { tests: 'test/kernel/rng.test.ts', file: 'kernel/rng.ts', was: 'text += `${part.length}:${part}`', is: 'text += part' },
  { tests: 'test/cloud/projections/placement.test.ts', file: 'kernel/collections/roomTree.ts', was: 'while (width < rooms.length) width *= 2;', is: 'while (width + 1 < rooms.length) width *= 2;' },
  { tests: 'test/kernel/settings.test.ts', file: 'kernel/settings.ts', was: 'default: choices[0', is: 'default: choices[1' },
  { tests: 'test/kernel/time.test.ts', file: 'kernel/time.ts', was: 'm: 60_000, h: 3_600_000', is: 'm: 60_000, h: 3_660_000' },
  { tests: 'test/kernel/log.test.ts', file: 'kernel/entryText.ts', was: 'log.podsim.format < formatOfGivenOrder', is: 'log.podsim.format > formatOfGivenOrder' },
  { tests: 'test/world/reports/offered.test.ts', file: 'kernel/entity.ts', was: 'actions: null,', is: 'actions: [],' },
  { tests: 'test/kernel/page.test.ts', file: 'kernel/collections/page.ts', was: 'this.#room < 0 && this.items.length > 0', is: 'this.#room < 0' },
  { tests: 'test/control/requests.test.ts', file: 'kernel/collections/page.ts', was: 'this.items.length >= this.#most', is: 'this.items.length > this.#most' },
  { tests: 'test/world/history/history.slow.test.ts', file: 'kernel/sha256.ts', was: 'utf8ToBytes(text)', is: 'utf8ToBytes(text.slice(1))' },
  { tests: 'test/steps.slow.test.ts', file: 'kernel/steps.ts', was: '++done % thingsPerStep === 0', is: 'done % thingsPerStep === 1' },
  { tests: 'test/kernel/lazily.test.ts', file: 'kernel/collections/lazily.ts', was: 'made ??=', is: 'made =' },
  { tests: 'test/arguments.test.ts', file: 'kernel/invalidArgument.ts', was: "'InvalidArgument'", is: "'TypeError'" },
];
