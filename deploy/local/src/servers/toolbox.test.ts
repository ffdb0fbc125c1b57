import { describe, expect, it } from 'vitest';
import { javaVersion } from './toolbox.ts';

describe('javaVersion', () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "25.0.2" 2026-01-20 LTS', 25],
    ['openjdk version "26" 2026-03-17', 26],
    ['java version "1.8.0_292"', 1],
    ['what?', 0],
  ])('reads %s as %i', (said, version) => {
    expect(javaVersion(said)).toBe(version);
  });
});
