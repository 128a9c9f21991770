import { describe, expect, test } from 'vitest';
import { checkUnchanged } from '../../adapters/cli/files.ts';
import { Folder } from '../support/folder.ts';

describe('files that a command writes', () => {
  const folder = new Folder();
  folder.write('twin.study.yaml', 'goal: mine\n');

  test('do not replace one that has been changed, unless that is asked for', () => {
    expect(() => checkUnchanged(folder.path, [{ name: 'twin.study.yaml', text: 'goal: theirs\n' }])).toThrow(
      /twin\.study\.yaml is there, and is not what would be written: .* write over it with --force$/,
    );
  });

  test('may be written again as they are, or beside others', () => {
    const files = [
      { name: 'twin.study.yaml', text: 'goal: mine\n' },
      { name: 'twin.scenario.yaml', text: 'title: a\n' },
    ];
    expect(() => checkUnchanged(folder.path, files)).not.toThrow();
  });
});
