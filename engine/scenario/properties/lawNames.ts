/** The names of the laws: the promises of every run, whatever happens in it. Scenarios name one as `properties: [{ law: rerun }]`. */
// biome-ignore format: a table
export const lawTexts = {
  rerun:     'the inputs of the log, played again, give the same log',
  recording: 'the recording of the log gives the same log',
  replay:    'the entities and read models, folded from the events of the log, are those of the world',
  snapshot:  'a snapshot from before any input, and the inputs after it, give the same log',
  fork:      'a fork from after any entry, and the inputs after it, give the same log',
} as const;

export type LawName = keyof typeof lawTexts;

export const lawNames = Object.keys(lawTexts) as readonly LawName[] as readonly [LawName, ...LawName[]];

/** One more, which needs a server: the inputs, sent over HTTP, give the same log. The command line and the explorer check it. */
export const allLawNames = [...lawNames, 'http'] as const;
