export { astToString, default as openApiTypes } from 'openapi-typescript';
