import { expect, it } from 'vitest';
import { createByteSearch } from './byte-search.ts';

it.each([
  [['WordDocument'], true],
  [['xxWordDocumentxx'], true],
  [['xxWordDoc', 'umentxx'], true],
  [['W', 'o', 'r', 'd', 'D', 'o', 'c', 'u', 'm', 'e', 'n', 't'], true],
  [['xxWordDoc', 'xument'], false],
  [['', 'Word', ''], false],
])('%j', (pieces, isThere) => {
  const search = createByteSearch(Buffer.from('WordDocument'));
  for (const piece of pieces) search.add(Buffer.from(piece));
  expect(search.hasFound()).toBe(isThere);
});
