// Stands for `iconv-lite` in bundles. Express's own parsers of bodies need it, and its tables of East Asian charsets are a third of a megabyte; podsim
// reads bodies itself (`adapters/http/bodyBytes.ts`), and none of these parsers is called.
module.exports = { encodingExists: () => false };
