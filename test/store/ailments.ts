import type { Choice } from '../../engine/lab/explorer/choice.ts';
import type { Ailment, DiskCall } from './simulatedDisk.ts';

/** A disk that cannot do some things, always or so often. */
const failing =
  (name: string, calls: readonly DiskCall[], codes: readonly string[], often = { of: 1, among: 1 }) =>
  (): Ailment => ({
    name,
    code: (call, dice) => (calls.includes(call) && dice.happens(often.of, often.among) ? dice.of(codes) : undefined),
  });

const changing: readonly DiskCall[] = ['open', 'mkdir', 'rename', 'rm', 'write', 'truncate'];
const now = { of: 1, among: 3 };

/** What a disk can suffer from. */
// biome-ignore format: a table
const ailments: readonly ((dice: Choice) => Ailment)[] = [
  failing('writes fail',             ['write'],             ['EIO']),
  failing('some writes fail',        ['write'],             ['EIO', 'ENOSPC'], now),
  failing('syncs fail',              ['sync'],              ['EIO']),
  failing('some syncs fail',         ['sync'],              ['EIO', 'ENOSPC'], now),
  failing('nothing is taken back',   ['write', 'truncate'], ['EIO'], now),
  failing('syncs fail, and nothing is taken back', ['sync', 'truncate'], ['EIO']),
  failing('nothing is renamed',      ['rename'],            ['EIO', 'EACCES']),
  failing('nothing is removed',      ['rm'],                ['EIO', 'EACCES']),
  failing('nothing is opened',       ['open', 'mkdir'],     ['EACCES', 'EMFILE']),
  failing('nothing is read',         ['read', 'readdir'],   ['EIO']),
  failing('it is read-only',         changing,              ['EROFS']),
  failing('everything fails at times', [...changing, 'sync'], ['EIO', 'ENOSPC', 'EROFS'], now),
  (dice) => ({ name: 'it is full', code: () => undefined, room: dice.below(2_000) }),
];

export const anAilment = (dice: Choice): Ailment => dice.of(ailments)(dice);
