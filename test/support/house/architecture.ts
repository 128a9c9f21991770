import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { kinds } from '../../../engine/cloud/entities.ts';
import { stripped } from './source.ts';

export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What the sources of `engine/` and `adapters/` do that the design does not allow; one line each. */
export const complaints = (files: readonly SourceFile[]): string[] => files.flatMap(complaintsOf);

/**
 * The rooms that are too large: a folder with more than 25 files, a file with more than 250 lines. What a program writes is as long as
 * it is.
 */
export const oversized = (files: readonly SourceFile[]): string[] => {
  const sizes = new Map<string, number>();
  for (const { path } of files) sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1);
  return [
    ...[...sizes].filter(([, size]) => size > 25).map(([folder, size]) => `${folder} has ${size} files`),
    ...files
      .filter(({ text }) => !text.includes('`npm run generate` writes it'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 250)
      .map(({ path, lines }) => `${path} has ${lines} lines`),
  ];
};

/** Every TypeScript file below these folders of the repository. */
export const sourcesIn = (root: string, folders: readonly string[]): SourceFile[] =>
  folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
      .sort()
      .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') })),
  );

/**
 * Where the steps of a function are dropped: it was called, and nothing runs what it gave. The compiler has nothing against it.
 */
export const droppedSteps = (files: readonly SourceFile[]): string[] => {
  const texts = files.map(({ path, text }) => ({ path, code: stripped(text) }));
  const inSteps = new Set(texts.flatMap(({ code }) => [...code.matchAll(/^export function\* (\w+)/gm)].map(([, name]) => name)));
  return texts.flatMap(({ path, code }) =>
    [...code.matchAll(/(?<=[;{})]\n\s*)(\w+)\((?![^\n]*\): )/g)].flatMap(([, name]) =>
      inSteps.has(name) ? [`${path} drops the steps of ${name}: finish(…) or yield* runs them`] : [],
    ),
  );
};

const complaintsOf = ({ path, text }: SourceFile): string[] => {
  const inEngine = path.startsWith('engine/');
  return [
    ...(hasPlace(path) ? [] : ['stands on no floor']),
    ...importsOf(text).flatMap((specifier) => wrongImport(path, specifier) ?? []),
    ...(inEngine ? wrongWords(stripped(text)) : []),
    ...(inEngine && path !== reader ? meetings(stripped(text)) : []),
    // The scripts of the command line are run by V8 itself, which has no such import.
    ...(/(?<!typeof )\bimport\('node:/.test(stripped(text, { strings: true })) ? ['imports a module of Node on demand: require it'] : []),
    ...(path.startsWith(console) ? wrongInPage(path, stripped(text)) : []),
    // Made anew, it keeps what it can reach until the whole heap is collected (adapters/host/call/turns.ts).
    ...(/^(?!(?:export )?(?:async )?function\*).*\bfunction\*/m.test(stripped(text)) ? ['has a generator function within another'] : []),
  ].map((words) => `${path} ${words}`);
};

const importsOf = (text: string): string[] => {
  const code = stripped(text, { strings: true });
  const atFirst = /(?:^|;)\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
  const inPassing = /\bimport\s*\(\s*['"]([^'"]+)['"]/g;
  return [...code.matchAll(atFirst), ...code.matchAll(inPassing)].map((match) => match[1] ?? '');
};

const wrongImport = (path: string, specifier: string): string | undefined => {
  const inEngine = path.startsWith('engine/');
  if (!specifier.startsWith('.')) return wrongPackage(path, specifier);
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  if (inEngine) return target.startsWith('engine/') ? wrongFloor(path, target) : `reaches out of the engine, to ${target}`;
  const ofStudies = ['study/', 'twin/'].some((part) => path.startsWith(`${console}${part}`)) && target === 'engine/lab/study/index.ts';
  const isOfPage = [...roomDoors, 'engine/lab/lesson/index.ts', diagrams].includes(target) || target.startsWith(console) || ofStudies;
  if (path.startsWith(console) && !isOfPage) return `imports ${target}; the page consists of itself, the engine, and its diagrams`;
  if (!target.startsWith('engine/')) return wrongRoom(path, target);
  return frontDoors.includes(target) ? undefined : `enters the engine by ${target}, not by ${frontDoors.join(' or ')}`;
};

/** Each room of the engine lists in its `index.ts` what adapters take of it. Within the engine, a file imports the other file itself. */
const roomDoors = ['kernel', 'cloud', 'simulator', 'api', 'world', 'scenario', 'compare', 'control'].map(
  (room) => `engine/${room}/index.ts`,
);

/**
 * What is in the laboratory, stand-ins, and what only processes need, have doors of their own: a command that plays one scenario
 * does not load them.
 */
const frontDoors = [
  ...roomDoors,
  'engine/agents/index.ts',
  'engine/lab/study/index.ts',
  'engine/lab/explorer/index.ts',
  'engine/lab/fidelity/index.ts',
  'engine/lab/lesson/index.ts',
  'engine/scenario/standIn/index.ts',
  'engine/process/index.ts',
];

const wrongPackage = (path: string, specifier: string): string | undefined => {
  const ofNode = specifier.startsWith('node:') || builtinModules.includes(specifier);
  if (ofNode) return path.startsWith('engine/') || path.startsWith(console) ? `reaches for Node's ${specifier}` : undefined;
  const door = doors.find(({ library }) => specifier === library || specifier.startsWith(`${library}/`));
  if (door === undefined) return `imports ${specifier}, which has no door`;
  if (door.only !== undefined && !door.only.includes(specifier)) return `imports ${specifier}; it may import ${door.only.join(', ')} alone`;
  return door.at.test(path) ? undefined : `imports ${specifier}, whose door is elsewhere`;
};

/** What runs in the page: it has a browser, and no Node. */
const console = 'adapters/console/app/';
/** Data that is generated, for the page alone. */
const diagrams = 'adapters/console/diagrams.json';

/** Each library has one door. */
// biome-ignore format: a table
const doors: readonly { readonly library: string; readonly at: RegExp; readonly only?: readonly string[] }[] = [
  { library: 'xstate',              at: /^engine\/kernel\/(?:machine|shortestWay)\.ts$/ },
  { library: '@11ty/eleventy',      at: /^adapters\/site\// },
  { library: 'minisearch',          at: /^adapters\/site\// },
  { library: 'elkjs',               at: /^adapters\/docs\/diagrams\.ts$/ },
  { library: 'lightningcss',        at: /^adapters\/console\/writer\/sheets\.ts$/ },
  { library: 'immer',               at: /^engine\/(kernel\/decider\.ts|cloud\/projections\/)/ },
  { library: 'seedrandom',          at: /^engine\/kernel\/rng\.ts$/ },
  { library: '@noble/hashes',       at: /^engine\/kernel\/sha256\.ts$/ },
  { library: 'fp-ts',               at: /^(engine|adapters)\//, only: ['fp-ts/lib/Either.js', 'fp-ts/lib/function.js'] },
  { library: 'zod',                 at: /^engine\/(api|scenario|compare|control|lab|agents)\/|^adapters\/cli\/acyclic\.ts$/ },
  { library: 'yaml',                at: /^(?:engine\/scenario|adapters\/docs\/reference)\// },
  { library: 'regjsparser',         at: /^engine\/scenario\// },
  { library: 'fastest-levenshtein', at: /^engine\/kernel\/collections\/nearest\.ts$/ },
  { library: 'express',             at: /^adapters\/http\// },
  { library: 'cors',                at: /^adapters\/http\/door\.ts$/ },
  { library: 'helmet',              at: /^adapters\/http\// },
  { library: 'structured-headers',  at: /^adapters\/http\// },
  { library: 'light-my-request',    at: /^adapters\/http\// },
  { library: 'asn1-ber',            at: /^adapters\/tls\/der\.ts$/ },
  { library: 'commander',           at: /^adapters\/cli\// },
  { library: 'picocolors',          at: /^adapters\/cli\// },
  { library: 'cli-progress',        at: /^adapters\/cli\// },
  { library: '@sinonjs/fake-timers', at: /^adapters\/explorer\/client\/virtualTimers\.ts$/ },
  { library: 'tinypool',            at: /^adapters\/cli\/run\/threads\.ts$/ },
  { library: 'chokidar',            at: /^adapters\/cli\/run\/watch\.ts$/ },
  { library: 'bullmq',              at: /^adapters\/study\/queue\// },
  { library: 'ioredis',             at: /^adapters\/study\/queue\// },
  { library: '@modelcontextprotocol/sdk', at: /^adapters\/mcp\// },
  { library: 'vitest',              at: /^adapters\/vitest\// },
  { library: 'preact',              at: /^adapters\/console\/app\// },
  { library: '@codemirror',         at: /^adapters\/console\/app\/editor\/(?:codeEditor|theme)\.ts$/ },
  { library: '@lezer/highlight',    at: /^adapters\/console\/app\/editor\/theme\.ts$/ },
  { library: '@preact/signals',     at: /^adapters\/console\/app\// },
];

/** The floors of the engine. None knows what stands above it; what a new folder right below `engine/` is gets its place here. */
// biome-ignore format: a table
const floors: readonly string[] = [
  'kernel',      // time, calendar, draws, log, lifecycle, decider, steps: has never heard of a pod
  'statistics',  // means, differences, selections: has never heard of a world
  'cloud',       // what the platform is: knows no simulator, no HTTP
  'simulator',   // the loop over it
  'api',         // the operations: what they take, answer and refuse
  'world',       // one universe: calls in, answers out
  'scenario',    // files that are played and judged
  'compare',     // what a change does
  'control',     // what may be asked of a world from outside its accounts
  'lab',         // studies, the explorer, lessons: each has a door of its own
  'agents',      // what programs are offered that use podsim by a protocol of tools: has a door of its own
  'process',     // what only processes need
  'index.ts',    // what the package exports as `podsim`
];

/** Every kind there is: `entities.ts` has a row for each. */
const entities: readonly string[] = [...kinds, 'resources'];

/** What an entity may know beside itself and the kernel: a part of the cloud below all entities. */
const belowEntities = ['lifecycles.ts', 'decisions.ts', 'container', 'handler', 'catalog'];

/** What is right below some folders, from below: none knows what stands above it. A new folder or file there gets its place here. */
// biome-ignore format: tables
const layersIn: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'engine/cloud': [
    ['rulebook', 'lifecycles.ts', 'decisions.ts'],
    ['container', 'handler'],
    ['catalog'],
    entities,
    ['entities.ts', 'input.ts', 'settings.ts', 'offered.ts', 'packings.ts', 'timing', 'projections', 'state', 'policies'],
    ['index.ts'],
  ],
  'engine/api': [
    ['reading', 'names'],                    // values by schemas, and words for what does not fit
    ['contract'],                            // the schemas: know no operation
    // what an operation is, and what is done around each
    ['operation.ts', 'signature.ts', 'row.ts', 'problems.ts', 'admission', 'faultMatch.ts', 'lag.ts', 'breakAnswer.ts', 'ownHandler.ts'],
    ['management', 'queue', 'worker', 'balancer'],
    ['table.ts'],
    ['commands'],
    ['operationsUnder.ts', 'definition.ts', 'operations.ts'],
    ['unknown', 'openapi'],
    ['index.ts'],
  ],
  'engine/scenario': [
    ['format'],                              // the parts of a file
    ['tables'],                              // files of numbers that it names
    ['step'],                                // one step: its request, and how its answer is judged
    ['properties'],
    ['load', 'inputs'],
    ['file'],                                // the whole file, and the world that it defines
    ['lint'],
    ['scenario.ts'],
    ['play'],
    ['timeline', 'recording'],
    ['laws'],
    ['standIn', 'editor'],
    ['index.ts'],
  ],
  'adapters/host': [
    ['environment.ts', 'loopback.ts', 'vitals.ts'],
    ['call'],                                // a call that is held, and whose turn it is
    ['clock'],
    ['storage', 'webhook'],
    ['threads'],
    ['intake'],                              // who asks, and what waits
    ['world'],                               // a world that is served, and the host of all
    ['inThread'],                            // what runs in a thread beside it
  ],
  'adapters/console/app': [
    ['text.ts', 'marks.ts', 'sheets.d.ts', 'page.css'],
    ['pageData.ts', 'charts'],               // charts: scales and axes, of every picture there is
    ['link', 'editor'],
    ['model'],                               // what is shown, and the port that it is asked through
    ['canvas'],
    ['source'],                              // who answers: the page itself, a worker, a server
    ['live', 'lessons'],
    ['session.ts'],
    ['views'],
    ['start.tsx'],
    ['livePage.ts'],
    ['main.ts', 'course.ts'],
    ['study'],
    ['twin', 'coverage'],
    ['reports.tsx'],
  ],
};

const floorOf = (path: string): string => path.split('/')[1] ?? '';
/** The folder of that table which a path is in, and the folder or file right below it. */
const layerFolder = (path: string): string => Object.keys(layersIn).find((folder) => path.startsWith(`${folder}/`)) ?? '';
const roomOf = (path: string): string => path.slice(layerFolder(path).length + 1).split('/')[0] ?? '';
const layerOf = (path: string): number => layersIn[layerFolder(path)]?.findIndex((rooms) => rooms.includes(roomOf(path))) ?? 0;
const hasPlace = (path: string): boolean => (!path.startsWith('engine/') || floors.includes(floorOf(path))) && layerOf(path) !== -1;

const wrongFloor = (path: string, target: string): string | undefined => {
  if (roomDoors.includes(target)) return `imports ${target}, the door for adapters`;
  const [from, to] = [floorOf(path), floorOf(target)];
  if (from === to) return wrongRoom(path, target);
  return floors.indexOf(to) > floors.indexOf(from) ? `knows ${to}, which stands above it` : undefined;
};

const wrongRoom = (path: string, target: string): string | undefined => {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to || layerFolder(path) !== layerFolder(target)) return undefined;
  if (floorOf(path) === 'cloud' && entities.includes(from) && !belowEntities.includes(to))
    return `knows ${to}; an entity knows itself, and what stands below all entities`;
  return layerOf(target) > layerOf(path) ? `knows ${to}, which stands above it` : undefined;
};

const wrongWords = (code: string): string[] =>
  banned.flatMap(([word, because]) => [...code.matchAll(word)].map(([found]) => `says ${found.trim()}: ${because}`));

/** Everything that the page shows is text, and nothing leaves it. */
// biome-ignore format: a table
const bannedInPage: readonly (readonly [word: RegExp, because: string, except?: RegExp])[] = [
  [/\b(?:inner|outer)HTML\b|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b/g, 'everything is shown as text'],
  [/\bfetch\s*\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|\bsendBeacon\b/g, 'only the console of a served world sends requests', /\/app\/source\/server\.ts$/],
  [/\blocalStorage\b|\bsessionStorage\b|\bcookie\b/g,                           'only the progress of a learner stays in the browser', /\/app\/lessons\/progress\.ts$/],
];

const wrongInPage = (path: string, code: string): string[] =>
  bannedInPage.flatMap(([word, because, except]) =>
    except?.test(path) === true ? [] : [...code.matchAll(word)].map(([found]) => `says ${found.trim()}: ${because}`),
  );

/** Where schemas meet values: elsewhere, what they have against one would be said in the words of zod. */
const reader = 'engine/api/reading/readAs.ts';

const meetings = (code: string): string[] =>
  [...code.matchAll(/(?:(?<!\bJSON)\.parse|\.(?:safeParse|parseAsync|safeParseAsync|decode|safeDecode))\s*\(/g)].map(
    ([found]) => `says ${found}: only ${reader} gives a value to a schema`,
  );

// biome-ignore format: a table
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bDate\b|\bTemporal\b|\bperformance\b/g,                                       'virtual time is the only time'],
  [/\bMath\b(?!\.(?:abs|ceil|clz32|floor|imul|max|min|round|sign|trunc)\b)(?:\.\w+)?/g, 'engines differ in the last digit, or draw'],
  [/\*\*/g,                                                                        'engines differ in the last digit'],
  [/\basync\b|\bawait\b|\bPromise\b/g,                                             'the engine is synchronous'],
  [/\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/g,                    'timers are rows'],
  [/\blocaleCompare\b|\bIntl\b|\btoLocale\w*/g,                                    'machines differ in it'],
  [/\bprocess\b|\bconsole\b|\bglobalThis\b|\bstructuredClone\b|\bcrypto\b|\brequire\b|\bimport\s*[.(]/g, 'no platform'],
  [/\bURL\b|\burl\(/g,                                                              'platforms differ in what one is'],
  [/\.\s*json\(\)/g,                                                                'a schema that holds itself has a document that refers to itself: `json` does not'],
  [/\btry\s*\{|\bcatch\s*[({]/g,                                                   'nothing in the engine catches'],
];
