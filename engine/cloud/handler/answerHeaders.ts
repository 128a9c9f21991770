/** The headers that the answer of a worker may have: HTTP names and printable ASCII, except the headers that the server sets itself. */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
export const headerValue = /^[\t -~]*$/;

/** The headers about the connection and the length of the answer. The server sets them itself. */
export const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

export const isOwnHeader = (name: string): boolean => ownHeaders.includes(name.toLowerCase());
