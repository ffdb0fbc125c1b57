import { describe, expect, it } from 'vitest';
import { catalogs, languageNames } from './catalogs.ts';
import { en } from './en.ts';

const readNames = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name).sort();

describe.each(Object.entries(catalogs))('the texts in %s', (language, texts) => {
  it('have the keys of English, none of them empty', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('use the values of English', () => {
    const used = Object.entries(texts).map(([key, text]) => [key, readNames(text)]);
    expect(used.sort()).toEqual(
      Object.entries(en)
        .map(([key, text]) => [key, readNames(text)])
        .sort(),
    );
  });

  it('are offered under the name of the language', () => {
    expect(Object.keys(languageNames)).toContain(language);
  });
});
