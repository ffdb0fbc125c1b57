import { describe, expect, it } from 'vitest';
import { guessModality, planBatches } from '../../web/src/desk/datasets/uploads/plan-batches.ts';

function createFile(name: string, type = 'image/jpeg', size = 1): File {
  return Object.defineProperty(new File([], name, { type }), 'size', { value: size });
}

const sizes = (files: readonly File[]): number[] => planBatches(files, 'image').map(({ length }) => length);
const many = (count: number, size?: number): File[] =>
  Array.from({ length: count }, (_, index) => createFile(`${index.toString()}.jpg`, undefined, size));

describe('upload requests of the desk', () => {
  it('have at most 100 files and 1 GiB', () => {
    expect(sizes(many(250))).toEqual([100, 100, 50]);
    expect(sizes(many(5, 2 ** 29))).toEqual([2, 2, 1]);
    expect(sizes(many(2, 2 ** 31))).toEqual([1, 1]);
    expect(sizes([])).toEqual([]);
  });

  it('have no two files of one name, because an error names the file', () => {
    expect(sizes([createFile('a.jpg'), createFile('b.jpg'), createFile('a.jpg')])).toEqual([2, 1]);
  });

  it('send files that seem not to fit alone and last', () => {
    const files = [createFile('a.txt', 'text/plain'), createFile('b.jpg'), createFile('c.jpg', undefined, 0)];
    const names = planBatches(files, 'image').map((batch) => batch.map(({ name }) => name));
    expect(names).toEqual([['b.jpg'], ['a.txt'], ['c.jpg']]);
  });

  it('propose the kind of most files, or several kinds for a mixed folder', () => {
    const text = createFile('a.txt', 'text/plain');
    expect(guessModality([])).toBe('image');
    expect(guessModality([text, text])).toBe('text');
    expect(guessModality([...many(20), text])).toBe('image');
    expect(guessModality([...many(3), text])).toBe('multimodal');
  });
});
