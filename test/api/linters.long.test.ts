import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import type { Document } from '../support/contract/openApi.ts';
import { type Change, changed, controlDocument, document, excerpt, gone, is, newestDocument } from './documents.ts';

const exemplary = {
  'no-invalid-parameter-examples': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
} as const;

/** The errors that external linters report for a document with their recommended rules. Examples must also fit their schemas. */
const linters: readonly (readonly [name: string, errorsIn: (of: Document) => Promise<readonly string[]>])[] = [
  [
    'Redocly',
    async (of) => {
      const config = await createConfig({ extends: ['recommended'], rules: exemplary });
      const problems = await lintFromString({ source: JSON.stringify(of), absoluteRef: 'openapi.json', config });
      return problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => `${ruleId}: ${message}`);
    },
  ],
  [
    'Spectral',
    async (of) => {
      const spectral = new spectralCore.Spectral();
      spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] });
      const problems = await spectral.run(JSON.stringify(of));
      return problems.filter(({ severity }) => severity === 0).map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`);
    },
  ],
];

/** What is changed is changed in a small document: linters take long for a large one. */
const small = excerpt(['/v2/pods', '/v2/pods/{id}', '/v2/{endpoint_id}/run'], []);

describe.each(linters)('%s', (name, errorsIn) => {
  test.each([
    ['both APIs', document],
    ['both APIs under the newest contract', newestDocument],
    ['the control plane', controlDocument],
    ['a few operations', small],
  ] as const)('has nothing against the document of %s', async (_, one) => {
    expect(await errorsIn(one)).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each<[what: string, path: string, change: Change, rules: Readonly<Record<string, RegExp>>]>([
    ['an example that is none of its schema',   'paths /v2/pods/{id} get parameters 0 example', is(7),                       { Redocly: /no-invalid-parameter-examples/, Spectral: /oas3-valid-media-example/ }],
    ['a parameter that its path does not name', 'paths /v2/pods/{id} get parameters 0 name',    is('pod'),                   { Redocly: /path-parameters-defined/, Spectral: /path-params/ }],
    ['a list of it is not said what',           'components schemas Pod properties ports',      is({ type: 'array', items: false }), { Spectral: /array-items/ }],
    ['a type that is none',                     'components schemas Pod properties disk type',  is('number of GB'),          { Redocly: /struct/, Spectral: /oas3-schema/ }],
    ['no title',                                'info title',                                     gone,                        { Redocly: /struct/, Spectral: /oas3-schema/ }],
    ['an example of a body that does not fit',  'components schemas SubmitRequest examples',      is([{ input: 7 }]),          { Redocly: /no-invalid-schema-examples/ }],
    ['a reference to nothing',                  'components schemas Pod properties mounts',     is({ $ref: '#/components/schemas/Mount' }), { Redocly: /no-unresolved-refs/, Spectral: /invalid-ref/ }],
    ['an id that is used twice',                'paths /v2/pods get operationId',               is('getPod'),                { Redocly: /operation-operationId-unique/, Spectral: /operation-operationId-unique/ }],
    ['a scheme that is not there',              'paths /v2/pods get security',                  is([{ password: [] }]),      { Redocly: /security-defined|struct/ }],
  ])('has something against one with %s', async (_, path, change, { [name]: rule }) => {
    const errors = await errorsIn(changed(path, change, small));
    if (rule !== undefined) expect(errors.join('\n')).toMatch(rule);
  });
});
