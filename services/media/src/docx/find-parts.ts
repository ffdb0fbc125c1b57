import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';

/** The names of the parts that are read; a part need not be there. */
export interface DocxParts {
  readonly document: string;
  readonly settings: string;
  readonly fontTable: string;
  readonly coreProperties: string;
  readonly extendedProperties: string;
}

/**
 * Follows the relationships of a package (ECMA-376 part 2 §6.5) to its parts, whatever they are called.
 * @throws UndecodableError when there is no document
 */
export async function findParts(archive: Archive): Promise<DocxParts> {
  const root = await relationships(archive, '');
  const document = root.get('officeDocument') ?? 'word/document.xml';
  if (!archive.names.includes(document)) {
    throw new UndecodableError('the file could not be decoded: its archive holds no document');
  }
  const own = await relationships(archive, document);
  return {
    document,
    settings: own.get('settings') ?? 'word/settings.xml',
    fontTable: own.get('fontTable') ?? 'word/fontTable.xml',
    coreProperties: root.get('core-properties') ?? 'docProps/core.xml',
    extendedProperties: root.get('extended-properties') ?? 'docProps/app.xml',
  };
}

/** The targets of a part, or of the package, by the last word of the relationship's type. */
async function relationships(archive: Archive, part: string): Promise<ReadonlyMap<string, string>> {
  const folder = posix.dirname(part);
  const targets = new Map<string, string>();
  await readXml(archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open(name, attributes) {
      const target = attributes.get('Target');
      const type = attributes.get('Type')?.split('/').at(-1) ?? '';
      if (name !== 'Relationship' || target === undefined || targets.has(type)) return;
      if (attributes.get('TargetMode') === 'External') return;
      targets.set(type, posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1));
    },
  });
  return targets;
}
