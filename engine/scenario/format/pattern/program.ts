import type { AstNode } from 'regjsparser';

/** A part of a regular expression as it was read. */
export type PatternNode = AstNode<typeof features>;
declare const features: { lookbehind: true; namedGroups: true; unicodePropertyEscape: true };

/** One step of a search. Instructions name others by their places in the program. */
export type Instruction =
  | { readonly does: 'end' }
  | { readonly does: 'read'; readonly takes: (character: number) => boolean; readonly next: number }
  | { readonly does: 'check'; readonly holds: (text: string, at: number) => boolean; readonly next: number }
  | { readonly does: 'fork'; readonly ways: readonly number[] };

/** Writes the program of a pattern, from its end to its beginning: each instruction needs the ones that follow it. */
export const writeInstructions = (pattern: PatternNode): readonly Instruction[] => {
  const program: Instruction[] = [{ does: 'end' }];
  const takers = new Map<string, (character: number) => boolean>();
  const add = (instruction: Instruction): number => program.push(instruction) - 1;

  /** Adds a part before the instruction that follows it; returns the begin of the part. */
  const write = (node: PatternNode, next: number): number => {
    switch (node.type) {
      case 'alternative':
      case 'group':
        return node.body.reduceRight((following, part) => write(part, following), next);
      case 'disjunction':
        return add({ does: 'fork', ways: node.body.map((part) => write(part, next)) });
      case 'quantifier':
        return repeat(node.body[0] as PatternNode, node.min, node.max, next);
      case 'anchor':
        return add({ does: 'check', holds: positions[node.kind], next });
      default:
        return add({ does: 'read', takes: makeTaker(node), next });
    }
  };

  const repeat = (part: PatternNode, min: number, max: number | undefined, next: number): number => {
    let begin = next;
    if (max === undefined) {
      const ways: number[] = [next];
      const again = add({ does: 'fork', ways });
      begin = write(part, again);
      ways.push(begin);
      if (min === 0) return again;
    }
    for (let k = min; k < (max ?? min); k++) begin = add({ does: 'fork', ways: [next, write(part, begin)] });
    for (let k = max === undefined ? 1 : 0; k < min; k++) begin = write(part, begin);
    return begin;
  };

  const makeTaker = (node: PatternNode): ((character: number) => boolean) => {
    const taker = takers.get(node.raw) ?? (node.type === 'value' ? (character) => character === node.codePoint : takesAsNative(node.raw));
    takers.set(node.raw, taker);
    return taker;
  };

  // A fork of one way is the beginning, wherever that is.
  add({ does: 'fork', ways: [write(pattern, 0)] });
  return program;
};

/** How many instructions a pattern takes at most. A part without any counts as one: it is repeated, too. */
export const programSize = (node: PatternNode): number => {
  if (!('body' in node) || node.type === 'characterClass') return 1;
  const size = node.body.reduce((sum, part) => sum + programSize(part), 1);
  return node.type === 'quantifier' ? 1 + (node.max ?? Math.max(node.min, 1)) * (size + 1) : size;
};

/** JavaScript's own engine tests the characters of a class: for a single character it takes no time. */
const takesAsNative = (raw: string): ((character: number) => boolean) => {
  const native = new RegExp(`^${raw}$`, 'u');
  const ofAscii = Array.from({ length: 128 }, (_, character) => native.test(String.fromCharCode(character)));
  return (character) => ofAscii[character] ?? native.test(String.fromCodePoint(character));
};

const isWord = (text: string, at: number): boolean => /\w/.test(text.charAt(at));
const isBoundary = (text: string, at: number): boolean => isWord(text, at - 1) !== isWord(text, at);

const positions = {
  start: (_: string, at: number) => at === 0,
  end: (text: string, at: number) => at === text.length,
  boundary: isBoundary,
  'not-boundary': (text: string, at: number) => !isBoundary(text, at),
};
