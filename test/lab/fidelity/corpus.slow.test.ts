import { expect, test } from 'vitest';
import { writeUnplayed } from '../../../adapters/cli/fidelity/text.ts';
import { judgeObservation, listUnplayed } from '../../../engine/lab/fidelity/index.ts';
import { observations, played } from '../../support/observations.ts';

/** The facts of the list of public facts that have a time, as that list numbers them. */
const timed = `
  T001 T002 T004 T005 T007 T009 T010 T013 T014 T018 T019 T020 T021 T022 T023 T024 T025
  T027 T029 T031 T033 T034 T035 T038 T040 T041 T043 T044 T047 T049 T052 T057 T060 T065
  T066 T067 T070 T075 T076 T079 T081 T083 T085 T088 T089 T091 T092 T094 T095 T098 T100
  T105 T106 T108 T110 T111 T112 T114 T118 T119 T126 T128 T129 T130 T131 T132 T133
`
  .trim()
  .split(/\s+/);

test('every fact that has a time is an observation, and at least 55 of them are played and compared', () => {
  expect(timed).toHaveLength(67);
  const known = new Set(observations.map(({ spec }) => spec.fact));
  expect(timed.filter((fact) => !known.has(fact))).toStrictEqual([]);
  const compared = new Set(
    played.filter((one) => judgeObservation(one, { timing: 'textbook' }, 1).judgments.length > 0).map(({ spec }) => spec.fact),
  );
  expect(timed.filter((fact) => compared.has(fact)).length).toBeGreaterThanOrEqual(55);
  expect([...compared]).toHaveLength(new Set(played.map(({ spec }) => spec.fact)).size);
});

test('what is not played says why, and the list has all of it', () => {
  const unplayed = listUnplayed(observations);
  expect(unplayed).toHaveLength(observations.length - played.length);
  for (const { fact, because } of unplayed) {
    expect(because.length, fact).toBeGreaterThan(10);
    expect(writeUnplayed(unplayed)).toContain(`${fact}  `);
  }
  expect(writeUnplayed([])).toContain('every observation is played');
});
