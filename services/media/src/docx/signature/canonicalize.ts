import type { XmlAttribute, XmlElement, XmlNode } from './xml-tree.ts';

/** Canonical XML 1.0 (W3C, 2001), or Exclusive XML Canonicalization 1.0 (W3C, 2002); both without comments. */
export type CanonicalForm = 'inclusive' | 'exclusive';

type Namespaces = ReadonlyMap<string, string>;

/** The canonical form of an element and all within it, as it stands in its document; UTF-8. */
export function canonicalize(apex: XmlElement, form: CanonicalForm): Buffer {
  const inherited = form === 'inclusive' ? inheritedXml(apex) : [];
  return Buffer.from(
    render(apex, { form, rendered: new Map(), inScope: inScopeOf(apex), inherited }),
    'utf8',
  );
}

interface Context {
  readonly form: CanonicalForm;
  /** What the nearest element around has written. */
  readonly rendered: Namespaces;
  readonly inScope: Namespaces;
  /** `xml:` attributes of what stands around the apex. */
  readonly inherited: readonly XmlAttribute[];
}

function render(element: XmlElement, { form, rendered, inScope, inherited }: Context): string {
  const wanted = form === 'inclusive' ? inScope : usedOf(element, inScope);
  const fresh = [...wanted].filter(
    ([prefix, uri]) => (rendered.get(prefix) ?? '') !== uri && prefix !== 'xml',
  );
  const declarations = fresh
    .toSorted(([one], [other]) => compare(one, other))
    .map(([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeValue(uri)}"`);
  const attributes = [...element.attributes, ...inherited]
    .toSorted((one, other) => compare(one.uri, other.uri) || compare(one.local, other.local))
    .map(({ name, value }) => ` ${name}="${escapeValue(value)}"`);
  const now = new Map([...rendered, ...fresh]);
  const inner = element.children.map((child) =>
    renderNode(child, { form, rendered: now, inScope, inherited: [] }),
  );
  return `<${element.name}${declarations.join('')}${attributes.join('')}>${inner.join('')}</${element.name}>`;
}

function renderNode(node: XmlNode, context: Context): string {
  if (node.kind === 'text') return escapeText(node.text);
  if (node.kind === 'instruction') return `<?${node.target}${node.body === '' ? '' : ` ${node.body}`}?>`;
  return render(node, { ...context, inScope: new Map([...context.inScope, ...node.declared]) });
}

function inScopeOf({ declared, parent }: XmlElement): Namespaces {
  return parent === null ? declared : new Map([...inScopeOf(parent), ...declared]);
}

/** Of the namespaces in scope those that an element itself or its attributes use. */
function usedOf({ prefix, attributes }: XmlElement, inScope: Namespaces): Namespaces {
  const prefixes = new Set([prefix, ...attributes.flatMap(({ name }) => prefixOf(name))]);
  return new Map([...prefixes].map((used) => [used, inScope.get(used) ?? '']));
}

function prefixOf(name: string): string[] {
  const at = name.indexOf(':');
  return at === -1 ? [] : [name.slice(0, at)];
}

const xmlUri = 'http://www.w3.org/XML/1998/namespace';

function inheritedXml({ attributes, parent }: XmlElement): XmlAttribute[] {
  const own = new Set(attributes.map(({ name }) => name));
  const around = new Map<string, XmlAttribute>();
  for (let element = parent; element !== null; element = element.parent) {
    for (const attribute of element.attributes) {
      if (attribute.uri === xmlUri && !own.has(attribute.name) && !around.has(attribute.name))
        around.set(attribute.name, attribute);
    }
  }
  return [...around.values()];
}

/** By code points, as the standard orders; not by language. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const textEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};
const valueEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (sign) => textEscapes[sign] ?? sign);
}

function escapeValue(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (sign) => valueEscapes[sign] ?? sign);
}
