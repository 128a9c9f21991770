/** Words that people try instead of a command, by the current name. Old names are among them. */
// biome-ignore format: a table
const words: Readonly<Record<string, readonly string[]>> = {
  'serve':           ['start', 'server', 'up', 'mock', 'listen', 'daemon'],
  'exec':            ['with', 'wrap', 'spawn'],
  'run':             ['test', 'play', 'simulate', 'scenario', 'scenarios'],
  'run --check':     ['validate', 'check', 'lint', 'verify'],
  'run --watch':     ['watch', 'dev'],
  'new':             ['init', 'create', 'template'],
  'study':           ['plan', 'optimize', 'sweep', 'capacity', 'experiment'],
  'page':            ['html', 'view', 'open', 'report', 'export'],
  'learn':           ['lesson', 'lessons', 'course', 'tutorial'],
  'explain':         ['why', 'describe', 'inspect'],
  'log show':        ['replay', 'show', 'timeline', 'cat', 'print'],
  'log rerun':       ['rerun', 'repeat'],
  'log diff':        ['diff'],
  'log next':        ['next'],
  'log record':      ['record'],
  'log fork':        ['fork', 'branch', 'rewind'],
  'log compare':     ['compare'],
  'log repair':      ['repair', 'fix', 'recover'],
  'log coverage':    ['coverage'],
  'log stand-in':    ['stand-in'],
  'spec rules':      ['rules', 'rule', 'rulebook', 'lifecycle'],
  'spec operations': ['operations', 'operation', 'api', 'routes'],
  'spec contracts':  ['contract', 'contracts', 'openapi'],
  'spec times':      ['times', 'timing', 'timings'],
  'spec schema':     ['schema', 'schemas'],
  'twin import':     ['import', 'fit'],
  'help --all':      ['commands', 'all'],
};

const byWord: ReadonlyMap<string, string> = new Map(Object.entries(words).flatMap(([now, tried]) => tried.map((word) => [word, now])));

/** Finds the command that a wrong word means, if any. */
export const findElsewhere = (word: string): string | undefined => byWord.get(word.toLowerCase());

/** All those words, for the test that each leads to an existing command. */
export const elsewhere: readonly (readonly [word: string, now: string])[] = [...byWord];
