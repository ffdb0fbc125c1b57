import { nameIn } from './pdf-value.ts';
import type { PdfFile } from './pdf-file.ts';
import { createReadBudget } from './read-stream.ts';
import { scanObjects } from './scan-objects.ts';

/**
 * Whether a dictionary of a PDF names an embedded C2PA manifest, in compressed objects too.
 * @returns undefined when not all of them can be read: the objects are encrypted or too large
 */
export function namesManifest(pdf: PdfFile): boolean | undefined {
  const { bytes, entries, trailer } = pdf;
  const containers = new Set([...entries.values()].filter((place) => place < 0));
  if (containers.size > 0 && trailer.entries.has('Encrypt')) return undefined;
  let isRelated = bytes.includes(relationship, 0, 'latin1');
  for (const container of containers) {
    const at = entries.get(-container);
    const stream = at === undefined ? undefined : pdf.streamAt(at);
    if (stream === undefined) return undefined;
    isRelated ||= stream.content.includes(relationship, 0, 'latin1');
  }
  if (!isRelated) return false;
  const budget = createReadBudget(bytes.length);
  for (const { dictionary } of scanObjects(pdf, budget)) {
    if (nameIn(dictionary, relationship) === 'C2PA_Manifest') return true;
  }
  return budget.spendEntries(0) && budget.spendBytes(0) ? false : undefined;
}

/** The key under which a file specification says what the file is to the document (ISO 32000-2 §14.13). */
const relationship = 'AFRelationship';
