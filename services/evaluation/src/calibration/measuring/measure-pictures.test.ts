import { expect, it } from 'vitest';
import { measurePictures } from './measure-pictures.ts';

it('divides the images among processes, each measured by one', async () => {
  const measured: string[] = [];
  const tasks = Array.from({ length: 10 }, (_, index) => ({
    picture: String(index),
    measure: () => {
      measured.push(String(index));
      return Promise.resolve([{ picture: String(index) }]);
    },
  }));
  for (const nth of [1, 2, 3]) {
    await measurePictures(tasks, { keptIn: null, part: { nth, of: 3 }, onProgress: () => undefined });
  }
  expect(measured.toSorted()).toEqual(tasks.map(({ picture }) => picture));
});
