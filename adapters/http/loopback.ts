/** The names by which every process of this machine reaches a server on it, as URLs write them. */
export const loopback = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** Whether a host, as in a URL or without brackets, is this machine and nothing else. */
export const isLoopback = (host: string): boolean => /^(?:localhost|::1|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(host);
