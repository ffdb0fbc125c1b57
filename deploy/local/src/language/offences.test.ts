import { describe, expect, it } from 'vitest';
import { findOffences } from './offences.ts';

const find = (source: string, path = 'clean.ts') =>
  findOffences(path, source).map(({ kind, line, text }) => `${line} ${kind} ${text}`);

describe('the language rules', () => {
  it.each([
    ['function linksOf() {}', '1 of-function linksOf'],
    ['const linksOf = () => 1;', '1 of-function linksOf'],
    ['const links = { linksOf: () => 1 };', '1 of-function linksOf'],
    ['interface Links { linksOf(): void }', '1 of-function linksOf'],
  ])('refuse a function whose name ends in Of: %s', (source, offence) => {
    expect(find(source)).toEqual([offence]);
  });

  it('pass over a constant, and a call of a function that another package declares', () => {
    expect(find('const dateOf = linksOf(1);')).toEqual([]);
  });

  it.each(['What', 'Who', 'Whoever', 'Whether', 'Nobody', 'Somebody', 'Everybody', 'Of', 'By'])(
    'refuse a comment sentence that begins with %s',
    (word) => {
      expect(find(`\n// ${word} it is for`)).toEqual([`2 sentence-start ${word} it is for`]);
    },
  );

  it('read sentences inside blocks, after tags, and across consecutive line comments', () => {
    const source =
      '/**\n * Reads.\n * What it says.\n * @param name whose.\n * By whom.\n */\n// It is. Of\n// course.\nlet a;';
    expect(find(source)).toEqual([
      '1 sentence-start What it says',
      '1 sentence-start By whom',
      '7 sentence-start Of course',
    ]);
  });

  it('allow "By default", and the words inside a sentence', () => {
    expect(find('// By default, the client says what it needs.\nlet a;')).toEqual([]);
  });

  it.each(['isTold', 'givenBack', 'GivenInput', 'storage_room', 'hasRoomFor', 'giveBack', 'findReturns'])(
    'refuse a word that has a standard term, by its segments: %s',
    (name) => {
      expect(find(`let ${name};`)).toEqual([`1 word ${name}`]);
    },
  );

  it('allow names that only contain the letters of such a word', () => {
    expect(find('let handshake, bathroom, task, soundness, returns, giveaway;')).toEqual([]);
  });

  it('judge the names of files, and names and comments of a contract', () => {
    expect(find('', 'src/stranger-requests.ts')).toEqual(['1 word stranger-requests']);
    expect(find('// Who may call.\nmessage A {\n  string given_name = 1;\n}', 'a.proto')).toEqual([
      '3 word given_name',
      '1 sentence-start Who may call',
    ]);
  });
});
