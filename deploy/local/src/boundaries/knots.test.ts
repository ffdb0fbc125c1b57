import { expect, it } from 'vitest';
import { findKnots } from './knots.ts';

it('finds folders that need each other, also over a third one, and no others', () => {
  const imports = [
    { from: 'a/one.ts', to: 'b/two.ts' },
    { from: 'b/two.ts', to: 'c/three.ts' },
    { from: 'c/three.ts', to: 'a/four.ts' },
    { from: 'c/three.ts', to: 'd/five.ts' },
    { from: 'd/five.ts', to: 'd/six.ts' },
    { from: 'e/seven.ts', to: 'f/eight.ts' },
    { from: 'f/nine.ts', to: 'e/seven.ts' },
  ];
  expect(findKnots(imports)).toEqual([
    { folders: ['a', 'b', 'c'], imports: imports.slice(0, 3) },
    { folders: ['e', 'f'], imports: imports.slice(5) },
  ]);
});

it('finds none among files of one folder and in a folder within a folder that needs it', () => {
  expect(findKnots([])).toEqual([]);
  expect(findKnots([{ from: 'a/one.ts', to: 'a/two.ts' }])).toEqual([]);
  expect(findKnots([{ from: 'a/b/one.ts', to: 'a/two.ts' }])).toEqual([]);
});
