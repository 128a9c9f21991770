// Stands for `ajv` and `ajv-formats` in bundles. The SDK of MCP makes a validator for what a client is asked to fill in, and podsim asks for nothing:
// to make it must succeed, and nothing else is called.
export default function () {}
