import { SaxesParser } from 'saxes';
import { undecodable, UndecodableError } from '../limits/undecodable-error.ts';

/** What a reader of XML is told; names are without their prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** One part without an end would have to be held in memory. */
const maxXmlBytes = 64 * 2 ** 20;

/**
 * Reads XML as it comes. Entities are never resolved: a document type, which Office documents may not have, is refused.
 * @throws UndecodableError when it is not well-formed, or too large
 */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ position: false });
  parser.on('doctype', () => {
    throw new UndecodableError('the file could not be decoded: its XML has a document type');
  });
  parser.on('error', (error) => {
    throw undecodable(error);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const entries = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    handlers.open?.(localName(name), new Map(entries));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)));
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxXmlBytes) throw new UndecodableError('the file could not be decoded: its XML is too large');
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  if (size > 0) parser.write(decoder.decode()).close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
