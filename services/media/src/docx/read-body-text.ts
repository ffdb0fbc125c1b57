import { readXml } from '../archive/read-xml.ts';
import type { DocumentText } from '../document/facts/document-facts.ts';
import { readTextFacts } from '../text/text-facts.ts';

/** What stands for white space. */
const spaces: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };
/** Elements whose text is not counted: text in place of other text, which would count twice; properties, in which `tab` means a tab stop; and moved text at its old place. */
const skipped = ['Fallback', 'pPr', 'rPr', 'sectPr', 'moveFrom'];

/** Reads the text of a document's body as a reader sees it: without deleted and hidden text, field codes, headers and notes. */
export async function readBodyText(document: AsyncIterable<Uint8Array>): Promise<DocumentText> {
  const text = readTextFacts();
  await walkBodyText(document, (piece) => text.add(piece));
  return text.facts();
}

/** Calls back with the text of a document's body, piece by piece. */
export async function walkBodyText(
  document: AsyncIterable<Uint8Array>,
  onPiece: (piece: string) => void,
): Promise<void> {
  let skippedDepth = 0;
  let skippedRoot = '';
  let isText = false;
  let isHidden = false;
  await readXml(document, {
    open(name, attributes) {
      if (skippedDepth === 0) skippedRoot = name;
      if (skippedRoot === 'rPr' && name === 'vanish') isHidden = isOn(attributes.get('val'));
      if (name === 'r') isHidden = false;
      if (skippedDepth > 0 || skipped.includes(name)) skippedDepth += 1;
      else if (name === 't') isText = true;
      else if (!isHidden) onPiece(spaces[name] ?? '');
    },
    text(piece) {
      if (isText && skippedDepth === 0 && !isHidden) onPiece(piece);
    },
    close(name) {
      if (skippedDepth > 0) skippedDepth -= 1;
      else if (name === 't') isText = false;
      else if (name === 'r') isHidden = false;
      else if (name === 'p') onPiece('\n');
    },
  });
}

/** A property without value is on (ECMA-376 part 1 §17.17.4). */
function isOn(value: string | undefined): boolean {
  return value === undefined || !['0', 'false', 'off'].includes(value);
}
