import { nameIn } from './pdf-value.ts';
import { createReadBudget, readStream } from './read-stream.ts';
import { readRevisions } from './read-revisions.ts';
import { currentEntries, scanObjects } from './scan-objects.ts';

/**
 * Whether a dictionary of a PDF names an embedded C2PA manifest, in compressed objects too.
 * @returns undefined when not all of them can be read: the cross-references are broken, or the objects are encrypted or too large
 */
export function namesManifest(content: Buffer): boolean | undefined {
  const file = content.subarray(Math.max(0, content.subarray(0, headerWindow).indexOf('%PDF-', 0, 'latin1')));
  const budget = createReadBudget(file.length);
  const revisions = readRevisions(file, budget);
  const trailer = revisions?.at(-1)?.trailer;
  if (revisions === undefined || trailer === undefined) return undefined;
  const entries = currentEntries(revisions);
  const containers = new Set([...entries.values()].filter((place) => place < 0));
  if (containers.size > 0 && trailer.entries.has('Encrypt')) return undefined;
  const inflating = createReadBudget(file.length);
  let isRelated = file.includes(relationship, 0, 'latin1');
  for (const container of containers) {
    const at = entries.get(-container);
    const stream = at === undefined ? undefined : readStream(file, at, inflating);
    if (stream === undefined) return undefined;
    isRelated ||= stream.content.includes(relationship, 0, 'latin1');
  }
  if (!isRelated) return false;
  for (const { dictionary } of scanObjects(file, revisions, budget)) {
    if (nameIn(dictionary, relationship) === 'C2PA_Manifest') return true;
  }
  return budget.spendEntries(0) && budget.spendBytes(0) ? false : undefined;
}

const headerWindow = 1024;
/** The key under which a file specification says what the file is to the document (ISO 32000-2 §14.13). */
const relationship = 'AFRelationship';
