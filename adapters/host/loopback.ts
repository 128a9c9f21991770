/** Whether a host, as in a URL or without brackets, is this machine and nothing else. */
export const isLoopback = (host: string): boolean => /^(?:localhost|::1|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(host);
