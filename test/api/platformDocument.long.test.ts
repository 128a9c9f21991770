import { describe, expect, test } from 'vitest';
import type { Document } from '../support/contract/openApi.ts';
import { differences } from '../support/contract/openApiDifferences.ts';
import { type Change, changed, document, gone, is, withAlso, without } from './documents.ts';
import { intendedDifferences } from './intendedDifferences.ts';
import skeleton from './management-v2.skeleton.json' with { type: 'json' };

const platform = skeleton as unknown as Document;

describe('beside the platform’s own document', () => {
  const found = differences(platform, document);
  const asPattern = (text: string) =>
    new RegExp(
      `^${text
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*')}$`,
    );
  const rows = intendedDifferences.map((row) => ({ ...row, matches: [asPattern(row.where), asPattern(row.what)] as const }));
  const covers = ({ matches }: (typeof rows)[number], { where, what }: (typeof found)[number]) =>
    matches[0].test(where) && matches[1].test(what);

  test('it differs in nothing but what is intended', () => {
    expect(found.filter((one) => !rows.some((row) => covers(row, one)))).toStrictEqual([]);
  });

  test.each(rows.map((row) => [`${row.where} ${row.what}`, row] as const))('it still differs in %s', (_, row) => {
    expect(found.filter((one) => covers(row, one))).not.toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each<[string, string, string, Change]>([
    ['an operation is missing',       'the document - GET /v2/pods/{id}',                       'paths /v2/pods/{id} get',                              gone],
    ['there is one more',             'the document + PUT /v2/pods',                            'paths /v2/pods put',                                   is({ responses: {} })],
    ['an id is another',              'GET /v2/pods - operation id listPods',                   'paths /v2/pods get operationId',                       is('pods')],
    ['a status is missing',           'POST /v2/pods - 201',                                    'paths /v2/pods post responses 201',                    gone],
    ['a refusal is missing',          'PATCH /v2/pods/{id} - 409',                              'paths /v2/pods/{id} patch responses 409',              gone],
    ['a refusal is no problem',       'GET /v2/pods 403 - application/problem+json',            'components responses ForbiddenError content',          gone],
    ['a header is missing',           'GET /v2/pods 200 - header ratelimit',                    'paths /v2/pods get responses 200 headers RateLimit',   gone],
    ['a parameter is missing',        'GET /v2/catalog/gpus - query count',                     'paths /v2/catalog/gpus get parameters',                without('count')],
    ['a parameter must be there',     'GET /v2/pods + query includeclusterpods: required',      'paths /v2/pods get parameters 0 required',             is(true)],
    ['a list is sent in another way', 'GET /v2/catalog/gpus - query include: joined by commas', 'paths /v2/catalog/gpus get parameters 0 explode',      gone],
    ['a body may be left out',        'POST /v2/pods - body required',                          'paths /v2/pods post requestBody required',             is(false)],
    ['a property need not be there',  'Pod - requires cost',                                    'components schemas Pod required',                      without('cost')],
    ['a property is missing',         'Pod - property cost',                                    'components schemas Pod properties cost',               gone],
    ['a word of an enum is missing',  'PodStatus - allows "ERROR"',                             'components schemas PodStatus enum',                    without('ERROR')],
    ['there is a word more',          'PodAction + allows "reset"',                             'components schemas PodAction enum',                    withAlso('reset')],
    ['a bound is another',            'NetworkVolume.size + maximum 4097',                      'components schemas NetworkVolume properties size maximum', is(4_097)],
    ['a pattern is missing',          'UpdateSshKeysRequest.keys[] - pattern',                  'components schemas UpdateSshKeysRequest properties keys items pattern', gone],
    ['a list may be empty',           'CreateEndpointGpuConfig.pools - minItems 1',             'components schemas CreateEndpointRequest properties gpu properties pools minItems', gone],
    ['null is allowed',               'Pod.cost + type null',                                   'components schemas Pod properties cost type',          withAlso('null')],
    ['null is not',                   'PodSsh.direct - type null',                              'components schemas Pod properties ssh properties direct', is({ $ref: '#/components/schemas/PodSshEndpoint' })],
    ['a body takes anything',         'CreatePodRequest - nothing else',                        'components schemas CreatePodRequest additionalProperties', gone],
    ['a condition is missing',        'CreatePodRequest - if',                                  'components schemas CreatePodRequest if',               gone],
    ['a format is another',           'Pod.createdAt - format date-time',                       'components schemas Pod properties createdAt format',   is('date')],
    ['it uses a word without a reader', 'Pod.name + contentEncoding',                             'components schemas Pod properties name contentEncoding', is('base64')],
  ])('a difference is seen when %s', (_, expected, path, change) => {
    const before = found.map(({ where, what }) => `${where} ${what}`);
    const now = differences(platform, changed(path, change)).map(({ where, what }) => `${where} ${what}`);
    expect(now.filter((one) => !before.includes(one)).join('\n')).toContain(expected);
  });
});
