import { SaxesParser } from 'saxes';
import { undecodable, UndecodableError } from '../../limits/undecodable-error.ts';

export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespaces that it declares, by prefix; the default one under the empty prefix. */
  readonly declared: ReadonlyMap<string, string>;
  readonly children: XmlNode[];
  readonly parent: XmlElement | null;
}

/** Comments are left out. */
export type XmlNode =
  | XmlElement
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'instruction'; readonly target: string; readonly body: string };

const maxBytes = 8 * 2 ** 20;
const maxDepth = 200;
const xmlnsUri = 'http://www.w3.org/2000/xmlns/';

/**
 * Parses XML whole, with its namespaces. A document type is refused, as elsewhere.
 * @throws UndecodableError when it is not well-formed, too large or too deep
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > maxBytes) throw new UndecodableError('the XML is too large to be verified');
  const parser = new SaxesParser({ xmlns: true, position: false });
  const roots: XmlElement[] = [];
  let open: XmlElement | null = null;
  let depth = 0;
  const append = (node: XmlNode): void => void open?.children.push(node);
  parser.on('doctype', () => {
    throw new UndecodableError('the XML has a document type');
  });
  parser.on('error', (error) => {
    throw undecodable(error);
  });
  parser.on('opentag', ({ name, prefix, local, uri, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw new UndecodableError('the XML is too deep');
    const all = Object.values(attributes);
    const element: XmlElement = {
      kind: 'element',
      name,
      prefix,
      local,
      uri,
      children: [],
      parent: open,
      attributes: all.filter((attribute) => attribute.uri !== xmlnsUri),
      declared: new Map(
        all
          .filter((attribute) => attribute.uri === xmlnsUri)
          .map(({ prefix: before, local: declared, value }) => [before === '' ? '' : declared, value]),
      ),
    };
    append(element);
    if (open === null) roots.push(element);
    open = element;
  });
  parser.on('text', (text) => append({ kind: 'text', text }));
  parser.on('cdata', (text) => append({ kind: 'text', text }));
  parser.on('processinginstruction', ({ target, body }) => append({ kind: 'instruction', target, body }));
  parser.on('closetag', () => {
    depth -= 1;
    open = open?.parent ?? null;
  });
  parser.write(new TextDecoder().decode(bytes)).close();
  const [root] = roots;
  if (root === undefined) throw new UndecodableError('the XML holds no element');
  return root;
}

/** The first element of that name below another one, itself included. */
export function findElement(root: XmlElement, local: string): XmlElement | undefined {
  return elementsOf(root).find((element) => element.local === local);
}

/** An element and all below it, in their order. */
export function elementsOf(root: XmlElement): XmlElement[] {
  return [root, ...childElements(root).flatMap(elementsOf)];
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => child.kind === 'element');
}

export function attributeOf({ attributes }: XmlElement, local: string): string | undefined {
  return attributes.find((attribute) => attribute.local === local)?.value;
}

/** The text directly within an element, without white space at its ends. */
export function textOf({ children }: XmlElement): string {
  return children
    .map((child) => (child.kind === 'text' ? child.text : ''))
    .join('')
    .trim();
}
