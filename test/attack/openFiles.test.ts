import { afterEach, describe, expect, test, vi } from 'vitest';
import { reportError } from '../../adapters/cli/terminal/errors.ts';
import { exitCodes } from '../../adapters/cli/terminal/exit.ts';

const fail = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('a process that may not open as many files as it needs', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  // biome-ignore format: a table
  test.each([
    ['a socket',  fail('EMFILE', 'accept EMFILE')],
    ['a process', fail('EMFILE', 'spawn node EMFILE')],
    ['any file of the machine', fail('ENFILE', 'file table overflow')],
    ['a thread',  fail('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EMFILE')],
  ])('is told what to do where it lacks %s', (_, error) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(reportError(error, ['serve'])).toBe(exitCodes.badInput);
    expect(said.mock.calls.join()).toMatch(/^too many files .* \(EMFILE\): let this process open more \(ulimit -n 4096\), or close/);
  });

  test('any other error is still our fault', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(reportError(fail('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EINVAL'), ['serve'])).toBe(exitCodes.ourFault);
    expect(said.mock.calls.join()).toContain('our fault, not yours');
  });
});
