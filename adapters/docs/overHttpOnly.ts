/**
 * Rules about HTTP methods, routes and sizes, and about operating a server. A scenario has none of these, so a test shows each.
 */
// biome-ignore format: a table
export const overHttpOnly: Readonly<Record<string, string>> = {
  'limits.unknown-caller': 'test/attack/actWithoutKey.long.test.ts',
  'errors.unknown-route':  'test/http/calls/answers.long.test.ts',
  'errors.older-apis':     'test/http/calls/olderApis.test.ts',
  'errors.body-size':      'test/http/calls/bodySizes.long.test.ts',
  'queue.methods':         'test/http/calls/answers.long.test.ts',
  'control.access':        'test/http/controlAccess.long.test.ts',
  'clock.policy':          'test/http/clocks/clocks.slow.test.ts',
  'clock.stall':           'test/http/clocks/clocks.slow.test.ts',
  'clock.lag':             'test/http/clocks/lag.test.ts',
  'server.broken':         'test/http/connections.long.test.ts',
  'store.damaged':         'test/durable/reopened.long.test.ts',
  'store.others-go-on':    'test/durable/damaged.long.test.ts',
  'store.one-owner':       'test/store/twoHosts.test.ts',
  'store.unwritable':      'test/durable/full.long.test.ts',
  'control.clock':         'test/control/clock.slow.test.ts',
  'control.worlds':        'test/control/worlds.slow.test.ts',
  'control.events':        'test/control/events.slow.test.ts',
  'control.explain':       'test/control/explain.slow.test.ts',
  'control.rulebook':      'test/control/about.test.ts',
  'control.scenarios':     'test/control/scenarios.slow.test.ts',
  'control.recording':     'test/control/recording.slow.test.ts',
  'control.compare':       'test/control/compare.slow.test.ts',
  'control.rewind':        'test/control/state.test.ts',
  'control.forks':         'test/control/forks.test.ts',
  'control.health':        'test/control/about.test.ts',
  'server.names':          'test/attack/foreignPages.slow.test.ts',
  'server.hosts':          'test/http/platformHosts.test.ts',
  'server.limits':         'test/http/calls/limits.long.test.ts',
};
