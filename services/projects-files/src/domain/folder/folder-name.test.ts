import { describe, expect, it } from 'vitest';
import { cleanFolderName, folderNameKey, freeFolderName } from './folder-name.ts';

describe('folderNameKey', () => {
  it.each([
    ['Reports', 'reports'],
    ['ÉTÉ', 'e\u0301te\u0301'],
    ['İstanbul', 'i\u0307stanbul'],
  ])('is one for %s and %s', (one, other) => {
    expect(folderNameKey(one)).toBe(folderNameKey(other));
  });

  it('tells names apart that look different', () => {
    expect(folderNameKey('Straße')).not.toBe(folderNameKey('Strasse'));
    expect(folderNameKey('a b')).not.toBe(folderNameKey('ab'));
  });
});

describe('cleanFolderName', () => {
  it('drops space around a name and composes its accents', () => {
    expect(cleanFolderName(' \u00a0e\u0301te\u0301 2026 ')).toBe('été 2026');
  });
});

describe('freeFolderName', () => {
  const taken = (...names: string[]) => new Set(names.map(folderNameKey));

  it('keeps a free name, and numbers one that is taken', () => {
    expect(freeFolderName('Reports', taken('Other'))).toBe('Reports');
    expect(freeFolderName('Reports', taken('REPORTS'))).toBe('Reports (2)');
    expect(freeFolderName('Reports', taken('reports', 'Reports (2)', 'reports (3)'))).toBe('Reports (4)');
  });

  it('stays within 100 characters, and never cuts one in half', () => {
    const free = freeFolderName('😀'.repeat(100), taken('😀'.repeat(100)));
    expect(Array.from(free)).toHaveLength(100);
    expect(free).toBe(`${'😀'.repeat(96)} (2)`);
  });
});
