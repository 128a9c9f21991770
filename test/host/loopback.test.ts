import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../adapters/host/loopback.ts';

describe('a host is this machine and nothing else', () => {
  test.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1', '[::1]'])('%s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  test.each(['0.0.0.0', '::', '10.0.0.127', 'localhost.example', '127.0.0.1.example', 'example.127.0.0.1', ''])('but not %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
