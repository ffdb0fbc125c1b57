import { attributeOf, childElements } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

/**
 * What a relationships part is reduced to before it is digested (ECMA-376 part 2 §13.2.4.24): the relationships that the transform
 * names by id or by type, in the order of their ids, without white space, each with its mode.
 */
export function relationshipSubset(root: XmlElement, transform: XmlElement): XmlElement {
  const selectors = childElements(transform);
  const named = (key: string): ReadonlySet<string | undefined> =>
    new Set(selectors.map((selector) => attributeOf(selector, key)).filter((value) => value !== undefined));
  const ids = named('SourceId');
  const types = named('SourceType');
  const subset: XmlElement = { ...root, children: [], parent: null };
  const selected = childElements(root).filter(
    (child) => ids.has(attributeOf(child, 'Id')) || types.has(attributeOf(child, 'Type')),
  );
  const idOf = (element: XmlElement): string => attributeOf(element, 'Id') ?? '';
  const ordered = selected.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
  subset.children.push(...ordered.map((element) => withMode(element, subset)));
  return subset;
}

function withMode(element: XmlElement, parent: XmlElement): XmlElement {
  const mode = { name: 'TargetMode', local: 'TargetMode', uri: '', value: 'Internal' };
  const attributes =
    attributeOf(element, 'TargetMode') === undefined ? [...element.attributes, mode] : element.attributes;
  return { ...element, attributes, children: [], parent };
}
