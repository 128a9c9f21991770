import { describe, expect, test } from 'vitest';
import { playedText, problemsOf, scenariosOf, scenarioText } from '../support/worlds/playing.ts';

const from = (files: Readonly<Record<string, string>>) => (path: string) => files[path];
const made = (sizes: string) =>
  `, handler: { concurrency: 9, tokens: { ${sizes}, prefill: 1ms, decode: 10ms, batch: { slope: 1ms }, memory: { tokens: 90000 } } }`;
const loadOf = (parts: string) =>
  scenarioText(`load:\n  - { with: { endpoint: ep-a, body: { input: {} } }, ${parts} }`, made('prompt: 5, output: 5'));
const loadIn = (parts: string, files: Readonly<Record<string, string>>) => scenariosOf(loadOf(parts), from(files))[0]?.spec.load?.[0];

describe('a trace of tokens', () => {
  // Made by hand, after the headers of the files that are public.
  // biome-ignore format: a table
  test.each([
    ['Azure 2023', 'a.csv', 'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:50.9951690,396,109\n', [0, 4_315], [374, 44]],
    ['Azure 2024', 'a.csv', 'TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.009930+00:00,374,44\n2024-05-10 00:00:00.017335+00:00,9,9\n', [0, 8], [374, 44]],
    ['BurstGPT',   'a.csv', 'Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,472,18,490,Conversation log\n45,GPT-4,1087,230,1317,API log\n', [5_000, 45_000], [472, 18]],
    ['Mooncake',   'a.jsonl', '{"timestamp": 0, "input_length": 6758, "output_length": 500, "hash_ids": [0, 1]}\n{"timestamp": 3052, "input_length": 7322, "output_length": 490, "hash_ids": [0]}\n', [0, 3_052], [6_758, 500]],
  ])('is known by its header: %s', (_, name, text, times, [prompt, output]) => {
    const load = loadIn(`trace: { file: ${name} }, tokens: { file: ${name} }`, { [name]: text });
    expect(load?.trace).toStrictEqual(times);
    expect(load?.tokens?.[0]).toStrictEqual({ prompt, output });
  });

  test('may have other columns, and is played as it is', () => {
    const load = loadOf('trace: { file: a.csv, at: t, unit: s }, tokens: { file: a.csv, prompt: in, output: out }');
    const [scenario] = scenariosOf(load, from({ 'a.csv': 't,in,out\n1,20,3\n1,30,4\n' }));
    expect(scenario?.spec.load?.[0]?.tokens).toStrictEqual([
      { prompt: 20, output: 3 },
      { prompt: 30, output: 4 },
    ]);
    const { world } = playedText(loadOf('burst: { size: 3 }, tokens: [{ prompt: 20, output: 3 }, { prompt: 30, output: 4 }]'));
    const begun = [...world.log.entries()].flatMap(({ event }) => (event.type === 'WorkerBeganWork' ? [event.tokens] : []));
    expect(begun).toMatchObject([{ prompt: 20 }, { prompt: 30 }, { prompt: 20 }]);
  });

  const azure = 'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.68,374,';
  // biome-ignore format: a table
  test.each([
    ['a cell is a word',         'tokens: { file: a.csv }',               `${azure}many\n`,  "a.csv:2:1: GeneratedTokens: 'many' is not a whole number of tokens from 1 to 1000000"],
    ['a cell is negative',       'tokens: { file: a.csv }',               `${azure}-4\n`,    "a.csv:2:1: GeneratedTokens: '-4' is not a whole number"],
    ['a cell is nothing',        'tokens: { file: a.csv }',               `${azure}0\n`,     "a.csv:2:1: GeneratedTokens: '0' is not a whole number"],
    ['a column is misspelled',   'tokens: { file: a.csv, prompt: ContextToken }', `${azure}4\n`, "a.csv:1:1: there is no column 'ContextToken'; did you mean 'ContextTokens'?"],
    ['the header is not known',  'tokens: { file: a.csv, prompt: t }',    't\n1\n',          "load.0.tokens: missing property 'output', the name of a column; without it, these are known by their header: Azure LLM inference, BurstGPT, Mooncake"],
    ['a time has no column',     'trace: { file: a.csv }',                't\n1\n',          "load.0.trace: missing property 'at', the name of a column; without it"],
  ])('is refused when %s', (_, parts, text, problem) => {
    const call = parts.startsWith('trace') ? parts : `burst: { size: 1 }, ${parts}`;
    expect(problemsOf(loadOf(call), from({ 'a.csv': text })).join('\n')).toContain(problem);
  });

  test('of no jobs, or beside durations, is refused; of too few rows it is warned of', () => {
    expect(problemsOf(loadOf('burst: { size: 1 }, durations: [1s], tokens: [{ prompt: 1, output: 1 }]')).join()).toContain(
      'remove `durations`',
    );
    expect(problemsOf(loadOf('burst: { size: 1 }, tokens: [{ prompt: 0, output: 1 }]')).join()).toContain('load.0.tokens.0.prompt');
    expect(findingsOf(loadOf('burst: { size: 2 }, tokens: [{ prompt: 1, output: 1 }]'))).toStrictEqual([
      'load.0.tokens: has 1 rows of tokens for more clients: after the last, the first one follows',
    ]);
  });
});

const findingsOf = (text: string, read?: (path: string) => string | undefined) =>
  scenariosOf(text, read).flatMap(({ findings }) => findings.map(({ message }) => message));

describe('the input of a job', () => {
  const run = (input: string, more = '') => `steps: [{ act: run, with: { endpoint: ep-a, body: { input: ${input} }${more} } }]`;
  const counted = made('prompt: 5, output: { of: input.max_tokens }');

  // biome-ignore format: a table
  test.each([
    ['has a typing error',    '{ max_token: 5 }',      "6:60: steps.0.with.body.input: the endpoint counts tokens by input.max_tokens, and there is no 'max_tokens' here; did you mean 'max_token'?"],
    ['says nothing',          '{}',                    "there is no 'max_tokens' here"],
    ['says a negative number', '{ max_tokens: -5 }',   'steps.0.with.body.input.max_tokens: the endpoint counts tokens by input.max_tokens, and this is -5: give a whole number from 1 to 1000000, or the job fails'],
    ['says a text',           "{ max_tokens: '5' }",   'and this is "5": give a whole number'],
  ])('is warned of where it %s', (_, input, words) => {
    const found = scenariosOf(scenarioText(run(input), counted)).flatMap(({ findings }) => findings);
    expect(found.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('\n')).toContain(words);
  });

  test('is not where it is right, a variable, or not asked', () => {
    for (const text of [run('{ max_tokens: 5 }'), run('{}', ', handler: { tokens: { output: 4 } }')])
      expect(findingsOf(scenarioText(text, counted))).toStrictEqual([]);
    expect(findingsOf(scenarioText(run('{}'), made('prompt: 5, output: { of: input.max_tokens, else: 4 }')))).toStrictEqual([]);
  });

  test('that says no number fails its job', () => {
    const { world } = playedText(
      scenarioText("load: [{ with: { endpoint: ep-a, body: { input: { max_tokens: 'many' } } }, burst: { size: 1 } }]", counted),
    );
    expect([...world.log.entries()].find(({ event }) => event.type === 'JobFailed')?.event).toMatchObject({
      error: 'input.max_tokens is "many", and must be a whole number of tokens from 1 to 1000000',
    });
  });
});

describe('sizes of a handler', () => {
  test('may be the numbers of a column', () => {
    const text = scenarioText('', made('prompt: { empirical: { file: a.csv, column: in } }, output: 5'));
    const [scenario] = scenariosOf(text, from({ 'a.csv': 'in\n20\n7\n20\n' }));
    expect(scenario?.definition.endpoints[0]?.handler.tokens?.prompt).toStrictEqual({
      kind: 'empirical',
      values: [
        { value: 7, weight: 1 },
        { value: 20, weight: 2 },
      ],
    });
  });

  // biome-ignore format: a table
  test.each([
    ['a text',             "prompt: many, output: 5",                                         'world.endpoints.0.handler.tokens.prompt: must be a whole number of tokens from 1 to 10000000, a distribution of them such as'],
    ['a place elsewhere',  'prompt: { of: max_tokens }, output: 5',                           'must be a place in the input of a job, such as input.max_tokens'],
    ['a negative else',    'prompt: 5, output: { of: input.n, else: -1 }',                    'world.endpoints.0.handler.tokens.output'],
    ['a typing error',     'prompt: { lognormal: { medain: 4, p95: 9 } }, output: 5',         "unknown key 'medain'; did you mean 'median'?"],
    ['durations',          'prompt: { lognormal: { median: 4s, p95: 9s } }, output: 5',       'must be a whole number'],
  ])('are refused that are %s', (_, sizes, problem) => {
    expect(problemsOf(scenarioText('', made(sizes))).join('\n')).toContain(problem);
  });
});
