import type { SourceFile } from './architecture.ts';
import { stripped } from './source.ts';

/** Words and phrases that hide who does what. They are searched for in comments, strings and identifiers, in any letter case. */
const bannedWords = [
  'whoever',
  'whomever',
  'somebody',
  'someone',
  'nobody',
  'no one',
  'anybody',
  'everybody',
  'everyone',
  'luck',
  'comes to be',
  'came to be',
  'come to be',
  'it is told',
] as const;

/** The beginnings of British spellings. The wire is American, and so are identifiers, comments and pages; `CANCELLED` is of the wire. */
const britishWords = [
  'colour',
  'behaviour',
  'catalogue',
  'favour',
  'flavour',
  'neighbour',
  'honour',
  'centre',
  'metre',
  'grey',
  'licence',
  'defence',
  'labelled(?!by)', // `aria-labelledby`
  'labelling',
  'modelled',
  'modelling',
  'travelled',
  'travelling',
  'levelled',
  'signalled',
  'misspelt',
  'learnt',
  'judgement',
  'acknowledgement',
  'artefact',
  'analyse',
  'whilst',
  '(?:initial|serial|optim|minim|maxim|organ|recogn|normal|random|summar|custom|synchron|real|general|special|util|visual)is(?:e|ing|ation)',
].join('|');

/** The files that must name the banned words to ban them. */
const exempt = ['test/house/language.slow.test.ts', 'test/support/house/language.ts'];

/** Those of these paths whose words are checked. */
export const checkedPaths = (paths: readonly string[]): string[] =>
  paths.filter(
    (path) =>
      /^(?:(?:engine|adapters|test|scenarios|docs)\/.+|[^/]+)\.(?:tsx?|mjs|js|md|yaml|py|css)$/.test(path) && !exempt.includes(path),
  );

/** One line for each banned word in these files. */
export const wordComplaints = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const words = wordsOf(path, text);
    return [...words.matchAll(banned)].map(({ 0: found, index }) => {
      const line = words.slice(0, index).split('\n').length;
      return `${path}:${line} says '${found.replaceAll(gaps, ' ')}'`;
    });
  });

/**
 * One line for each British spelling in comments, identifiers and pages. Strings are left out: what is answered, logged or reported is
 * published. So are generated blocks, which quote it.
 */
export const spellingComplaints = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const words = proseIn(path, text).replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
    return [...words.matchAll(british)].map(
      ({ 0: found, index }) => `${path}:${words.slice(0, index).split('\n').length} spells '${found}'`,
    );
  });

const proseIn = (path: string, text: string): string => {
  if (generatedPages.includes(path)) return '';
  if (path.endsWith('.md')) return text.replaceAll(/<!-- begin .*?<!-- end /gs, (block) => block.replaceAll(/[^\n]+/g, ''));
  return path.endsWith('.yaml')
    ? text.replaceAll(/^.*$/gm, (line) => /(?:^|\s)#.*$/.exec(line)?.[0] ?? '')
    : stripped(text, { comments: true });
};

/** Pages that are generated as a whole, of rules and titles. */
const generatedPages = ['engine/FIDELITY.md', 'scenarios/README.md', 'docs/gallery.md'];

/** One line for each name of a type that more than one of these modules declares and exports. */
export const typeComplaints = (files: readonly SourceFile[]): string[] => {
  const declared = new Map<string, readonly string[]>();
  for (const { path, text } of files) for (const name of exportedTypes(text)) declared.set(name, [...(declared.get(name) ?? []), path]);
  return [...declared].flatMap(([name, paths]) => (paths.length === 1 ? [] : [`${name} is exported by ${paths.join(' and ')}`]));
};

/** The exported interfaces, types, classes and enums that a module declares. What it exports from another module is not its own. */
export const exportedTypes = (text: string): string[] => {
  const declarations = /^export (?:default )?(?:declare )?(?:abstract )?(?:const )?(?:interface|type|class|enum) (?!\{)(\w+)/gm;
  return [...new Set([...stripped(text).matchAll(declarations)].map(([, name = '']) => name))];
};

/** The interfaces, types, classes and enums that a module declares for itself. */
export const privateTypes = (text: string): string[] => {
  const declarations = /^(?:declare )?(?:abstract )?(?:const )?(?:interface|type|class|enum) (?!\{)(\w+)/gm;
  return [...new Set([...stripped(text).matchAll(declarations)].map(([, name = '']) => name))];
};

/** The names of private types that several of these modules declare, sorted. */
export const repeatedPrivateTypes = (files: readonly SourceFile[]): string[] => {
  const counts = new Map<string, number>();
  for (const name of files.flatMap(({ text }) => privateTypes(text))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count === 1 ? [] : [name])).sort();
};

/** What stands between two words of a phrase, which may go on in the next line of a comment. */
const gaps = /[\s/*#_-]+/g;

const british = new RegExp(`(?<![a-z])(?:${britishWords})[a-z]*`, 'gi');

const banned = new RegExp(`(?<![a-z])(?:${bannedWords.map((words) => words.replaceAll(' ', gaps.source)).join('|')})(?![a-z])`, 'gi');

/** The text of a file with its identifiers split into words: `nobodyWaits` becomes `nobody Waits`. Line breaks stay. */
const wordsOf = (path: string, text: string): string => {
  const read = path.endsWith('.yaml') ? proseOfYaml(text) : text;
  return read
    .replaceAll(keyword, 'KEYWORD')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
};

/** Comments and titles. Other values are data: they enter logs, and fingerprints depend on them. */
const proseOfYaml = (text: string): string =>
  text.replaceAll(/^.*$/gm, (line) =>
    /^\s*(?:- )?(?:title|name|description):/.test(line) ? line : (/(?:^|\s)#.*$/.exec(line)?.[0] ?? ''),
  );

/** `nobody` is a word of the scenario format: the client of a step `as: nobody` sends no key. As such it is a value of its own, in quotes. */
const keyword = /(['"`])nobody\1|\bas: nobody\b/g;

/**
 * The functions of a module whose name is a past participle or begins with one: `written`, `shownResults`. A function is what is
 * declared by `function`, a method, or a constant that holds an arrow function. Names with a capital are components of the page.
 */
export const participleFunctions = (text: string): string[] => functionsIn(text).filter(isParticiple);

/** The functions of a module whose name ends in `Of`: it names no action. */
export const functionsOfSomething = (text: string): string[] => functionsIn(text).filter((name) => name.endsWith('Of'));

/** The names of the functions that a module declares. */
export const functionsIn = (text: string): string[] =>
  [...stripped(text).matchAll(functions)].flatMap(({ 1: declared, 2: constant, 3: method }) => declared ?? constant ?? method ?? []);

// A parameter list may hold lists of its own, two deep.
const list = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const generic = String.raw`(?:<[^()=]*?>|<(?:[^()]|=>)*?>(?=\())?`;
const functions = new RegExp(
  [
    String.raw`\bfunction\s*\*?\s*([A-Za-z]\w*)`,
    String.raw`\bconst ([A-Za-z]\w*)(?::[^=;]*(?:=>[^=;]*)*)? =\s+(?:async )?(?:${generic}\s*${list}(?:\s*:(?:[^;{}]|\{[^{}]*\})*?)?|\w+)\s*=>`,
    String.raw`^ +(?:(?:private|protected|override|static|async) )*\*?#?(?!(?:if|for|while|switch|catch|function|return|constructor|get|set)\b)([A-Za-z]\w*)${generic}${list}(?:\s*:(?:[^\n=]|=>)*?)?\s*\{$`,
  ].join('|'),
  'gm',
);

const isParticiple = (name: string): boolean => {
  const [word = ''] = /^[a-z]+/.exec(name) ?? [];
  return (word.endsWith('ed') && !verbs.includes(word)) || irregular.includes(word);
};

/** Verbs and nouns that end like participles. */
const verbs = ['need', 'seed', 'reseed', 'feed', 'speed', 'proceed', 'exceed', 'succeed', 'shed', 'embed', 'bed'];

/** Participles that do not end in `ed`. Left out are those that are the imperative, too: put, read, run, set, split. */
const irregular = (
  'begun bent bound broken brought built caught chosen done drawn driven fallen felt forgotten found frozen given gone grown heard held ' +
  'hidden kept known laid led left lent lost made meant met paid rewritten rung said seen sent shown slept sold spent spoken stood sworn ' +
  'taken taught thought thrown told torn understood undone withdrawn withheld won worn woven written'
).split(' ');
