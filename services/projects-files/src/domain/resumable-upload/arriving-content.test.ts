import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AcceptedType } from '../upload/read-type.ts';
import { createArrivingContent } from './arriving-content.ts';

const video: AcceptedType = { mimeType: 'video/mp4', category: 'video' };
const parts = Array.from({ length: 7 }, (_, index) => Buffer.from(`part ${index + 1}`));
const sha256 = createHash('sha256').update(Buffer.concat(parts)).digest('hex');

function start() {
  const content = createArrivingContent();
  const released: number[] = [];
  const add = (...numbers: readonly number[]): void => {
    for (const partNumber of numbers) {
      const bytes = parts[partNumber - 1] ?? Buffer.alloc(0);
      const type = partNumber === 1 ? video : undefined;
      content.add('upload', { partNumber, bytes, type, release: () => released.push(partNumber) });
    }
  };
  return { content, released, add, whole: () => content.whole('upload', parts.length) };
}

describe('content that arrives in parts', () => {
  it.each([
    ['in their order', [1, 2, 3, 4, 5, 6, 7]],
    ['in another one', [3, 1, 2, 7, 5, 4, 6]],
  ])('is known when they come %s', (_order, numbers) => {
    const { add, whole, released } = start();
    for (const [sent, number] of numbers.entries()) {
      expect(whole(), `after ${sent} parts`).toBeUndefined();
      add(number);
    }
    expect(whole()).toEqual({ sha256, type: video });
    expect(released.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it.each([
    ['that was hashed', [1, 2, 2]],
    ['that waits', [1, 3, 3]],
  ])('is not known any more once a part comes again %s', (_which, numbers) => {
    const { add, whole, released } = start();
    add(...numbers, 2, 3, 4, 5, 6, 7);
    expect(whole()).toBeUndefined();
    expect(new Set(released).size).toBeGreaterThan(0);
  });

  it('is forgotten where more than four parts would wait, that of the upload which began first', () => {
    const { content, add, whole, released } = start();
    const others: number[] = [];
    const addOther = (partNumber: number): void => {
      const bytes = Buffer.from('x');
      content.add('other', { partNumber, bytes, type: video, release: () => others.push(partNumber) });
    };
    for (const partNumber of [2, 3]) addOther(partNumber);
    add(3, 4, 5);
    expect([others, released]).toEqual([[2, 3], []]);
    add(1, 2, 6, 7);
    expect(whole()).toEqual({ sha256, type: video });
    addOther(1);
    expect(content.whole('other', 3)).toBeUndefined();
  });

  it('is forgotten where more than four of its own would wait', () => {
    const { add, whole, released } = start();
    add(2, 3, 4, 5, 6);
    expect(released).toEqual([2, 3, 4, 5, 6]);
    add(1, 7);
    expect(whole()).toBeUndefined();
  });

  it('makes room for others when it is forgotten', () => {
    const { content, add, whole } = start();
    add(2, 3, 4, 5);
    content.forget('upload');
    add(2, 3, 4, 5, 1, 6, 7);
    expect(whole()).toEqual({ sha256, type: video });
  });
});
