import { relative } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { courseFiles, lessonText } from '../../adapters/cli/learn/lessonFiles.ts';
import { readCourse } from '../../adapters/console/writer/parts.ts';
import { readDocsFile } from '../../adapters/http/pages/docsPage.ts';
import { documentFiles } from '../../adapters/http/pages/documentFiles.ts';
import { createWorld } from '../../adapters/testing/index.ts';
import { contracts } from '../../engine/cloud/account/contracts.ts';

const ask = async (path: string, contract: (typeof contracts)[number] = contracts[0]) => {
  const world = createWorld({ settings: { account: { contract } } });
  const answer = await world.fetch(path);
  return { status: answer.status, text: await answer.text() };
};

describe('the documents of the APIs', () => {
  test('are files, as the build makes them of the operations', () => {
    const files = documentFiles();
    expect([...files.keys()]).toHaveLength(contracts.length + 1);
    for (const [name, text] of files) expect(readDocsFile(name).toString(), name).toBe(text);
  });

  test('are made of no schema when they are asked for: that would hold up all others', async () => {
    // To make a document, the registry of zod is asked what it says of each schema.
    const asked = vi.spyOn(z.globalRegistry, 'get');
    for (const path of ['/v2/openapi.json', '/_podsim/v1/openapi.json']) expect((await ask(path)).status).toBe(200);
    expect(asked.mock.calls.length).toBe(0);
    documentFiles();
    expect(asked.mock.calls.length).toBeGreaterThan(1_000);
    asked.mockRestore();
  });

  test('say where they were asked for, and belong to the contract of their world', async () => {
    const [first, last] = [contracts[0], contracts.at(-1)];
    const read = async (contract: (typeof contracts)[number] = first) => JSON.parse((await ask('/v2/openapi.json', contract)).text);
    const [old, newest] = [await read(), await read(last)];
    expect(old.servers).toStrictEqual([{ url: expect.stringMatching(/^http:\/\//) }]);
    const count = ({ paths }: { readonly paths: object }) => Object.keys(paths).filter((path) => path.includes('openai')).length;
    expect([count(old), count(newest)]).toStrictEqual([0, 4]);
  });
});

test('the lessons of the course are read by the build, in their order', async () => {
  const lessons = courseFiles().map((file) => lessonText(relative('.', file)));
  expect(lessons.length).toBeGreaterThan(10);
  expect(readCourse()).toStrictEqual(lessons);
  const { status, text } = await ask('/console/lessons');
  expect([status, text.includes(JSON.stringify(lessons[0]?.title))]).toStrictEqual([200, true]);
});
