import OpenAI from 'openai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorld, type TestWorld } from '../../../adapters/testing/index.ts';

/** The npm package `openai`, unmodified, against an endpoint of a world (queue.openai). */
const worlds: TestWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.dispose()));
});

const worldWith = (handler: object, contract: '2026-08' | '2026-11' = '2026-08'): TestWorld => {
  const world = createWorld({ clock: 'auto', settings: { account: { contract } }, world: { endpoints: [{ id: 'llm', handler }] } });
  worlds.push(world);
  return world;
};

const clientOf = (world: TestWorld, url = world.url): OpenAI =>
  new OpenAI({
    baseURL: `${url}/v2/llm/openai/v1`,
    apiKey: world.apiKey,
    maxRetries: 0,
    ...(url === world.url ? { fetch: world.fetch } : {}),
  });

const hello = { model: 'm', messages: [{ role: 'user', content: 'Hello out there' }] } as const;

const textOf = async (stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<readonly string[]> => {
  const pieces: string[] = [];
  for await (const { choices } of stream) if (choices[0]?.delta.content !== undefined) pieces.push(choices[0].delta.content ?? '');
  return pieces;
};

describe.each(['2026-08', '2026-11'] as const)('the openai SDK under contract %s', (contract) => {
  test('gets what the handler says, as a completion of the chat', async () => {
    const answer = await clientOf(worldWith({ output: 'Hi!' }, contract)).chat.completions.create({
      ...hello,
      messages: [...hello.messages],
    });
    expect(answer.choices[0]?.message).toEqual({ role: 'assistant', content: 'Hi!' });
    expect(answer.usage).toEqual({ prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 });
  });

  test.each(['without', 'with'])('gets it word by word, %s a socket', async (how) => {
    const world = worldWith({ duration: { fixed: '4s' } }, contract);
    const listening = how === 'with' ? await world.listen() : undefined;
    const client = clientOf(world, listening?.url);
    const stream = await client.chat.completions.create({ ...hello, messages: [...hello.messages], stream: true });
    expect(await textOf(stream)).toEqual(['Hello', ' out', ' there']);
    expect(world.events({ type: 'JobStreamed' })).toHaveLength(5);
    await listening?.close();
  });
});

test('chunks of the handler are pieces of the stream, and its usage comes last', async () => {
  const client = clientOf(worldWith({ chunks: ['Be', ' brief'] }));
  const stream = await client.chat.completions.create({
    ...hello,
    messages: [...hello.messages],
    stream: true,
    stream_options: { include_usage: true },
  });
  const all: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) all.push(chunk);
  expect(all.map(({ choices }) => choices[0]?.delta.content)).toEqual(['Be', ' brief', undefined, undefined]);
  expect(all.at(-1)?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
});

test('a worker that makes tokens says how many, whole and at the end of a stream (handler.tokens)', async () => {
  const tokens = {
    prompt: { lognormal: { median: 400, p95: 3_000 } },
    output: { of: 'input.openai_input.max_tokens', else: 90 },
    prefill: '0.25ms',
    decode: '20ms',
    batch: { slope: '0.5ms' },
    memory: { tokens: 90_000 },
  };
  const world = worldWith({ concurrency: 8, tokens });
  const client = clientOf(world);
  const asked = { ...hello, messages: [...hello.messages], max_tokens: 30 };
  const { usage } = await client.chat.completions.create(asked);
  const stream = await client.chat.completions.create({ ...asked, stream: true, stream_options: { include_usage: true } });
  const all: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) all.push(chunk);
  const begun = world.events({ type: 'WorkerBeganWork' }).map(({ tokens: its }) => its);
  const countsOf = (its: OpenAI.CompletionUsage | null | undefined) => ({ prompt: its?.prompt_tokens, output: its?.completion_tokens });
  expect(begun).toMatchObject([countsOf(usage), countsOf(all.at(-1)?.usage)]);
  expect(usage).toMatchObject({ completion_tokens: 30, total_tokens: 30 + (usage?.prompt_tokens ?? 0) });
  const { usage: unlimited } = await client.completions.create({ model: 'm', prompt: 'Once upon' });
  expect(unlimited?.completion_tokens).toBe(90);
});

test('texts, embeddings and models have routes of their own', async () => {
  const client = clientOf(worldWith({}));
  const text = await client.completions.create({ model: 'm', prompt: 'Once upon' });
  expect(text.choices[0]?.text).toBe('Once upon');
  const { data } = await client.embeddings.create({ model: 'm', input: ['a', 'b', 'a'], dimensions: 3 });
  expect(data.map(({ embedding }) => embedding.length)).toEqual([3, 3, 3]);
  expect(data[0]?.embedding).toEqual(data[2]?.embedding);
  expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
  const plain = await client.embeddings.create({ model: 'm', input: 'a', dimensions: 3, encoding_format: 'float' });
  expect(plain.data[0]?.embedding).toEqual([...(data[0]?.embedding ?? [])]);
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['podsim-echo']);
});

test('what a handler gives as an object is answered as it is', async () => {
  const answer = await clientOf(worldWith({ output: { choices: [], mine: 1 } })).chat.completions.create({
    ...hello,
    messages: [...hello.messages],
  });
  expect(answer).toMatchObject({ choices: [], mine: 1 });
});

test('a handler written as a function serves the routes, too', async () => {
  const world = createWorld({
    clock: 'auto',
    world: { endpoints: [{ id: 'llm' }] },
    handlers: { llm: () => ({ runsMs: 100, ending: 'complete', output: 'from code' }) },
  });
  worlds.push(world);
  const stream = await clientOf(world).chat.completions.create({ ...hello, messages: [...hello.messages], stream: true });
  expect(await textOf(stream)).toEqual(['from', ' code']);
});

test('a real worker writes the events of a stream itself, and they arrive one by one', async () => {
  const world = createWorld({
    world: { settings: { worker: { start: '0s' } }, endpoints: [{ id: 'llm', workers: { min: 1, max: 1 }, handler: { external: {} } }] },
  });
  worlds.push(world);
  const listening = await world.listen();
  await world.advance('1m');
  const opening = clientOf(world, listening.url).chat.completions.create({ ...hello, messages: [...hello.messages], stream: true });
  await vi.waitUntil(() => world.events({ type: 'JobQueued' }).length > 0);
  const at = { endpoint_id: 'llm', worker: 'llm-w1' };
  const { id, input } = (await world.call.takeJob(at).orThrow()) as { readonly id: string; readonly input: object };
  expect(input).toEqual({ openai_route: '/v1/chat/completions', openai_input: { ...hello, stream: true } });
  const post = (content: string) =>
    world.call
      .postStream({ ...at, job: id, body: { output: `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n` } })
      .orThrow();
  await post('one');
  const pieces = (await opening)[Symbol.asyncIterator]();
  const next = async () => (await pieces.next()).value?.choices[0]?.delta.content;
  expect(await next()).toBe('one');
  await post('two');
  expect(await next()).toBe('two');
  await world.call.postOutput({ ...at, job: id, query: { isStream: 'true' }, body: { output: [] } }).orThrow();
  expect(await pieces.next()).toEqual({ value: undefined, done: true });
});

test('a worker that is lost ends the stream, whose job runs again', async () => {
  const world = worldWith({ duration: { fixed: '8s' }, chunks: ['a', 'b'], outcomes: ['crash', 'complete'] });
  const stream = await clientOf(world).chat.completions.create({ ...hello, messages: [...hello.messages], stream: true });
  await expect(textOf(stream)).rejects.toThrow('the worker of the job was lost; the job runs again, without this call');
  await world.advance('1m');
  expect(world.events({ type: 'JobCompleted' })).toHaveLength(1);
});

test('a job that fails is an error 500 with its reason; one that fails in the middle ends the stream with it', async () => {
  const failing = clientOf(worldWith({ outcomes: ['fail'], error: 'out of memory' }));
  await expect(failing.chat.completions.create({ ...hello, messages: [...hello.messages] })).rejects.toThrow('500 out of memory');
  const world = worldWith({ outcomes: ['fail'], error: 'out of memory', duration: { fixed: '10s' }, chunks: { count: 2, every: '1s' } });
  const stream = await clientOf(world).chat.completions.create({ ...hello, messages: [...hello.messages], stream: true });
  const pieces: unknown[] = [];
  const read = async () => {
    for await (const { choices } of stream) pieces.push(choices[0]?.delta.content);
  };
  await expect(read()).rejects.toThrow('out of memory');
  expect(pieces).toEqual(['1 ', '2 ']);
});
