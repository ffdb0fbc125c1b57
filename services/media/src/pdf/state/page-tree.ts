import type { PdfState } from './pdf-state.ts';
import { arrayIn, isDictionary, nameIn, referenceNumber } from '../pdf-value.ts';
import type { PdfDictionary, PdfValue } from '../pdf-value.ts';
import { listReferences, serializeValue } from './value-graph.ts';

/** A page of a saved state. */
export interface PdfPage {
  /** The number of its object. */
  readonly number: number;
  /** The attributes that it inherits, as text that is equal where they are. */
  readonly inherited: string;
  /** The objects that it shows, by number. */
  readonly references: readonly number[];
  readonly hasAnnotations: boolean;
}

/** Attributes of a node that hold for the pages below it (ISO 32000-2 table 31). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const maxNodes = 50_000;

/** The pages of a state in their order; undefined where the page tree cannot be read whole. */
export function listPages(state: PdfState): readonly PdfPage[] | undefined {
  const root = referenceNumber(state.catalog?.entries.get('Pages'));
  const pages: PdfPage[] = [];
  const visited = new Set<number>();
  const open: Node[] = root === undefined ? [] : [{ number: root, inherited: new Map() }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const value = state.read(node.number);
    if (!isDictionary(value) || visited.has(node.number) || visited.size > maxNodes) return undefined;
    visited.add(node.number);
    const kids = nameIn(value, 'Type') === 'Page' ? undefined : readKids(state, value);
    if (kids === undefined) pages.push(toPage(node, value));
    else {
      const inherited = inheritFrom(node, value);
      if (kids.includes(undefined)) return undefined;
      open.push(
        ...kids.toReversed().flatMap((number) => (number === undefined ? [] : [{ number, inherited }])),
      );
    }
  }
  return pages.length === 0 ? undefined : pages;
}

interface Node {
  readonly number: number;
  readonly inherited: ReadonlyMap<string, PdfValue>;
}

function readKids(state: PdfState, node: PdfDictionary): readonly (number | undefined)[] | undefined {
  if (!node.entries.has('Kids')) return undefined;
  const listed = state.resolve(node.entries.get('Kids'));
  const kids = Array.isArray(listed) ? (listed as readonly PdfValue[]) : arrayIn(node, 'Kids');
  return kids.map(referenceNumber);
}

function inheritFrom({ inherited }: Node, node: PdfDictionary): ReadonlyMap<string, PdfValue> {
  const own = inheritable.flatMap((key): [string, PdfValue][] => {
    const value = node.entries.get(key);
    return value === undefined ? [] : [[key, value]];
  });
  return own.length === 0 ? inherited : new Map([...inherited, ...own]);
}

function toPage({ number, inherited }: Node, page: PdfDictionary): PdfPage {
  const used = [...inherited].filter(([key]) => !page.entries.has(key));
  return {
    number,
    inherited: used.map(([key, value]) => `${key} ${serializeValue(value)}`).join(' '),
    references: [...listReferences(page), ...used.flatMap(([, value]) => listReferences(value))],
    hasAnnotations: page.entries.has('Annots'),
  };
}
