import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readBodyText } from './read-body-text.ts';

const read = (paragraph: string) =>
  readBodyText(Readable.from([Buffer.from(`<w:p xmlns:w="w">${paragraph}</w:p>`)]));
const run = (properties: string, content: string) => `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`;

it('does not count the words and white space of hidden runs', async () => {
  const paragraph =
    run('', '<w:t>two words</w:t>') +
    run('<w:b/><w:vanish/>', '<w:t> hidden here</w:t><w:tab/>') +
    run('<w:vanish w:val="1"/>', '<w:t> and here</w:t>') +
    run('<w:vanish w:val="0"/>', '<w:t> and shown</w:t>');
  expect(await read(paragraph)).toMatchObject({ wordCount: 4, characterCount: 20 });
});

it('counts the words of a paragraph whose mark is hidden', async () => {
  const paragraph = `<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('', '<w:t>two words</w:t>')}<w:r><w:t> more</w:t></w:r>`;
  expect(await read(paragraph)).toMatchObject({ wordCount: 3 });
});
