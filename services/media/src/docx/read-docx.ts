import { withArchive } from '../archive/open-archive.ts';
import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { readHead } from '../sniff/read-head.ts';
import { cleanText } from '../document/facts/clean-text.ts';
import { known, statedTimes } from '../document/facts/document-facts.ts';
import type { DocumentFacts } from '../document/facts/document-facts.ts';
import { parseIsoDate } from '../document/facts/stated-time.ts';
import { readBodyText } from './read-body-text.ts';
import { readEncryptedDocx } from './read-encrypted-docx.ts';
import { findParts } from './find-parts.ts';

const maxIds = 200;
const maxFonts = 200;

/** How a compound file begins ([MS-CFB] §2.2), which is what encryption makes of the archive. */
const compoundFileMagic = 'd0cf11e0a1b11ae1';

/**
 * Reads what is known of a WordprocessingML document (ECMA-376): its properties and settings, and the text of its body.
 * @throws UndecodableError
 */
export async function readDocx(path: string): Promise<DocumentFacts> {
  const head = Buffer.from(await readHead(path));
  if (head.toString('hex', 0, 8) === compoundFileMagic) return readEncryptedDocx(path);
  return withArchive(path, async (archive) => {
    const parts = await findParts(archive);
    const core = await readProperties(archive, parts.coreProperties);
    const application = await readProperties(archive, parts.extendedProperties);
    const rsids = await readValues(archive, parts.settings, { element: 'rsid', attribute: 'val' });
    const fonts = await readValues(archive, parts.fontTable, { element: 'font', attribute: 'name' });
    const signatures = archive.names.filter((name) => /^_xmlsignatures\/[^/]+\.xml$/i.test(name));
    const program = cleanText(application.get('Application'));
    const version = cleanText(application.get('AppVersion'));
    return {
      isEncrypted: false,
      ...known({
        pageCount: wholeNumber(application.get('Pages')),
        title: cleanText(core.get('title')),
        author: cleanText(core.get('creator')),
        lastModifiedBy: cleanText(core.get('lastModifiedBy')),
        creatorTool: program,
        producer: program === undefined || version === undefined ? program : `${program} ${version}`,
        revisionNumber: wholeNumber(core.get('revision')),
      }),
      ...statedTimes(parseIsoDate(core.get('created')), parseIsoDate(core.get('modified'))),
      hasSignatures: signatures.length > 0,
      signatureCount: signatures.length,
      fonts: fonts.toSorted().slice(0, maxFonts),
      revisionIds: rsids.slice(0, maxIds),
      ...(rsids.length > maxIds ? { revisionIdCount: rsids.length } : {}),
      ...(await readBodyText(archive.read(parts.document))),
    };
  });
}

/** The text of every element of a properties part, by its name. */
async function readProperties(archive: Archive, name: string): Promise<ReadonlyMap<string, string>> {
  const properties = new Map<string, string>();
  let open = '';
  await readXml(archive.read(name), {
    open: (element) => {
      open = element;
    },
    text: (text) => {
      properties.set(open, (properties.get(open) ?? '') + text);
    },
    close: () => {
      open = '';
    },
  });
  return properties;
}

/** The different values that an attribute of an element has in a part. */
async function readValues(
  archive: Archive,
  name: string,
  { element, attribute }: { readonly element: string; readonly attribute: string },
): Promise<readonly string[]> {
  const values = new Set<string>();
  await readXml(archive.read(name), {
    open(found, attributes) {
      const value = found === element ? cleanText(attributes.get(attribute)) : undefined;
      if (value !== undefined) values.add(value);
    },
  });
  return [...values];
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
