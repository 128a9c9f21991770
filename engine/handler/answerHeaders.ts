/** What the headers of a worker's answer may say: names as HTTP has them, printable ASCII, and nothing that is the server's own. */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
export const headerValue = /^[\t -~]*$/;

/** What a server says of its connection, and of how long its answer is, it says itself. */
export const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

export const isOwnHeader = (name: string): boolean => ownHeaders.includes(name.toLowerCase());
