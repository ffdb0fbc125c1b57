import { describe, expect, it } from 'vitest';
import { readProjectDescription, readProjectName } from './project.ts';

describe('readProjectName', () => {
  it('drops the white space around a name and keeps what is inside', () => {
    expect(readProjectName('  Flood \t photos\n')).toBe('Flood \t photos');
  });

  it('takes 255 characters, however many code units they need', () => {
    expect(readProjectName('😀'.repeat(255))).toHaveLength(510);
    expect(() => readProjectName('😀'.repeat(256))).toThrow('at most 255');
  });

  it('refuses a name of nothing but white space', () => {
    expect(() => readProjectName(' \u00a0\n')).toThrow('must not be empty');
  });
});

describe('readProjectDescription', () => {
  it('tells an empty description from none', () => {
    expect(readProjectDescription('')).toBe('');
    expect(readProjectDescription(undefined)).toBeUndefined();
  });

  it('refuses more than 10,000 characters', () => {
    expect(() => readProjectDescription('x'.repeat(10_001))).toThrow('at most 10000');
  });
});
