import { Router } from 'express';

/** The documents that describe the APIs, and a page to read them. */
export const documents = (): Router => Router();
