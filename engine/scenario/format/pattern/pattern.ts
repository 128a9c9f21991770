import { type Either, isLeft, left, map, tryCatch } from 'fp-ts/lib/Either.js';
import parser from 'regjsparser';
import { finish, type Steps } from '../../../kernel/steps.ts';
import { type Instruction, type PatternNode, programSize, writeInstructions } from './program.ts';

/**
 * A regular expression whose test takes time linear in the length of the text, in the syntax and with the meaning of JavaScript's flag `u`.
 * JavaScript's own engine tries one way after the other, which takes exponential time for some patterns, and a server takes patterns from
 * its clients. This one follows all ways at once (Thompson's simulation), character by character. It refuses look-arounds and references to
 * groups, which no such simulation can follow.
 */
export interface Pattern {
  /** Whether the text contains a match; undefined if finding out takes more than `stepsMax` steps. */
  readonly test: (text: string) => boolean | undefined;
  /** The same with pauses, and within the remaining steps of a search of many texts; undefined if these are too few. */
  readonly testInSteps: (text: string, search: StepBudget) => Steps<boolean | undefined>;
}

/** The remaining steps of a search, over any number of texts. */
export interface StepBudget {
  left: number;
}

/** More steps than this are not made for one text: a plain pattern makes two or three for a character. */
export const stepsMax = 10_000_000;

/** Longer patterns are refused, and so are patterns whose repetitions need more instructions than this. */
const charactersMax = 1_000;
const instructionsMax = 10_000;

export const compilePattern = (text: string): Either<string, Pattern> => {
  const known = lately.get(text);
  if (known !== undefined) return known;
  if (lately.size >= latelyMax) lately.clear();
  const made = compile(text);
  lately.set(text, made);
  return made;
};

/** Conditions test the same few patterns after every event. */
const lately = new Map<string, Either<string, Pattern>>();
const latelyMax = 100;

const compile = (text: string): Either<string, Pattern> => {
  if (text.length > charactersMax)
    return left(`'${text.slice(0, 40)}…' is a regular expression of ${text.length} characters: write one of ${charactersMax} or less`);
  const tree = parseTree(text);
  if (isLeft(tree)) return tree;
  const refused = irregularPart(tree.right);
  if (refused !== undefined) return left(`'${text}' has a ${refused}, which takes exponential time in some texts: write it without`);
  if (programSize(tree.right) > instructionsMax)
    return left(`'${text}' repeats its parts over ${instructionsMax} times in all: use smaller counts, or * or +`);
  return map(
    (program: readonly Instruction[]): Pattern => ({
      test: (tested) => finish(run(program, tested, { left: stepsMax })),
      testInSteps: (tested, search) => run(program, tested, search),
    }),
  )(
    tryCatch(
      () => writeInstructions(tree.right),
      () => notRegular(text),
    ),
  );
};

const notRegular = (text: string): string => `'${text}' is not a regular expression`;

const { parse } = parser;

const parseTree = (text: string): Either<string, PatternNode> =>
  tryCatch(
    () => parse(text, 'u', { lookbehind: true, namedGroups: true, unicodePropertyEscape: true }),
    () => notRegular(text),
  );

/** The first part that depends on more than the current character and its neighbors, in words. */
const irregularPart = (node: PatternNode): string | undefined => {
  if (node.type === 'reference') return `backreference ${node.raw}`;
  if (node.type === 'group' && node.behavior !== 'ignore' && node.behavior !== 'normal') return `look around ${node.raw}`;
  if (!('body' in node) || node.type === 'characterClass') return undefined;
  for (const part of node.body) {
    const words = irregularPart(part);
    if (words !== undefined) return words;
  }
  return undefined;
};

/** Follows all ways through the program at once. The last instruction is the first to follow, and the first one is the end. */
function* run(program: readonly Instruction[], text: string, search: StepBudget): Steps<boolean | undefined> {
  /** The position in the text at which each instruction was last followed: no position follows one twice. */
  const followedAt = new Int32Array(program.length).fill(-1);
  let ways: number[] = [];
  let pauseAt = search.left - stepsBetweenPauses;
  for (let at = 0; ; ) {
    // A match may begin anywhere.
    const open = [...ways, program.length - 1];
    const reading: number[] = [];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      if (followedAt[way] === at) continue;
      followedAt[way] = at;
      search.left -= 1;
      const instruction = program[way] as Instruction;
      if (instruction.does === 'end') return true;
      if (instruction.does === 'read') reading.push(way);
      else if (instruction.does === 'fork') open.push(...instruction.ways);
      else if (instruction.holds(text, at)) open.push(instruction.next);
    }
    if (search.left < 0) return undefined;
    if (at >= text.length) return false;
    if (search.left < pauseAt) {
      pauseAt = search.left - stepsBetweenPauses;
      yield;
    }
    const character = text.codePointAt(at) as number;
    ways = [];
    for (const way of reading) {
      const instruction = program[way] as Instruction;
      if (instruction.does === 'read' && instruction.takes(character)) ways.push(instruction.next);
    }
    at += character > 0xffff ? 2 : 1;
  }
}

/** The steps at one character are not interrupted: they are as many as the pattern has instructions. */
const stepsBetweenPauses = 4_096;
