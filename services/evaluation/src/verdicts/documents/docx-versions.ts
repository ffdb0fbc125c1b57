import { alterJpeg } from './altered-pictures.ts';
import {
  addPart,
  bodyPart,
  pack,
  propertiesPart,
  textOf,
  unpack,
  withElement,
  withPart,
} from './docx-package.ts';
import type { DocxParts } from './docx-package.ts';
import { savedOn } from './document-version.ts';
import type { DocumentVersion } from './document-version.ts';
import { replaceDocxWords } from './docx-words.ts';
import { signDocx, withoutSignatures } from './sign-docx.ts';

/** What people do to a Word document of theirs without changing what it says, or openly. */
export function innocentDocx(bytes: Uint8Array): readonly DocumentVersion[] {
  const parts = (): DocxParts => unpack(bytes);
  const version = (group: string, make: () => Uint8Array | undefined): DocumentVersion => ({
    group,
    change: null,
    make: () => {
      const made = make();
      return Promise.resolve(made && { bytes: made });
    },
  });
  return [
    version('original', () => bytes),
    version('packed again', () => pack(parts(), 9, new Date('1980-01-01T12:00:00Z'))),
    version('saved by another person', () => packed(savedAgain(parts()))),
    version('commented', () => packed(commented(withoutSignatures(parts())))),
    version('change proposed and tracked', () => packed(proposed(withoutSignatures(parts())))),
    version('signed', () => pack(signDocx(parts()))),
    version('signed, then packed again', () => pack(unpack(pack(signDocx(parts()))), 0)),
    version('signed, then saved by another person', () => packed(savedAgain(signDocx(parts())))),
  ];
}

/** What changes what a Word document says; it keeps no earlier state. Laundered, it is saved anew without its signature. */
export function changedDocx(bytes: Uint8Array, seed: number): readonly DocumentVersion[] {
  const words = (parts: DocxParts): DocxParts | undefined =>
    withPart(parts, bodyPart, (xml) => replaceDocxWords(xml, seed));
  const version = (
    group: string,
    change: DocumentVersion['change'],
    make: (parts: DocxParts) => DocxParts | undefined | Promise<DocxParts | undefined>,
  ): DocumentVersion => ({
    group,
    change,
    make: async () => {
      const made = packed(await make(unpack(bytes)));
      return made && { bytes: made };
    },
  });
  const laundered = (one: DocumentVersion): DocumentVersion => ({ ...one, isLaundered: true });
  const resaved = (parts: DocxParts | undefined): DocxParts | undefined => parts && savedAgain(parts);
  return [
    version('words replaced after signing', 'changed-after-signing', (parts) => words(signDocx(parts))),
    version('words replaced, written anew', 'written-anew', (parts) => resaved(words(parts))),
    version('words replaced, dated back', 'written-anew', (parts) => datedBack(words(parts))),
    version('picture altered inside', 'altered-picture-inside', (parts) => pictureAltered(parts, seed)),
    laundered(
      version('words replaced after signing, laundered', 'changed-after-signing', (parts) => {
        const altered = words(signDocx(parts));
        return altered && resaved(withoutSignatures(altered));
      }),
    ),
  ];
}

function packed(parts: DocxParts | undefined): Uint8Array | undefined {
  return parts && pack(parts);
}

function savedAgain(parts: DocxParts): DocxParts | undefined {
  return withPart(parts, propertiesPart, (xml) => {
    const revision = Number(/<cp:revision>(\d+)</u.exec(xml)?.[1] ?? 1) + 1;
    const named = withElement(withElement(xml, 'cp:lastModifiedBy', 'Eve'), 'cp:revision', String(revision));
    return withElement(named, 'dcterms:modified', savedOn.toISOString());
  });
}

function commented(parts: DocxParts): DocxParts | undefined {
  const name = 'word/comments.xml';
  const type =
    '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>';
  const link =
    '<Relationship Id="rIdComments" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/>';
  const namespace = /xmlns:w="[^"]*"/u.exec(textOf(parts, bodyPart) ?? '')?.[0];
  if (name in parts || namespace === undefined) return undefined;
  const typed = withPart(parts, '[Content_Types].xml', (xml) => xml.replace('</Types>', `${type}</Types>`));
  const linked =
    typed &&
    withPart(typed, 'word/_rels/document.xml.rels', (xml) =>
      xml.replace('</Relationships>', `${link}</Relationships>`),
    );
  const referred =
    linked &&
    withPart(linked, bodyPart, (xml) =>
      xml.replace('</w:p>', '<w:r><w:commentReference w:id="0"/></w:r></w:p>'),
    );
  const comment = `<w:comments ${namespace}><w:comment w:id="0" w:author="Ada" w:date="${savedOn.toISOString()}"><w:p><w:r><w:t>Please check.</w:t></w:r></w:p></w:comment></w:comments>`;
  return referred && addPart(referred, name, comment);
}

function proposed(parts: DocxParts): DocxParts | undefined {
  const insertion = `<w:ins w:id="90001" w:author="Ada" w:date="${savedOn.toISOString()}"><w:r><w:t xml:space="preserve"> as agreed</w:t></w:r></w:ins>`;
  return withPart(parts, bodyPart, (xml) => xml.replace('</w:p>', `${insertion}</w:p>`));
}

/** The last change a year before the document says that it was made. */
function datedBack(parts: DocxParts | undefined): DocxParts | undefined {
  return (
    parts &&
    withPart(parts, propertiesPart, (xml) => {
      const created = Date.parse(/<dcterms:created[^>]*>([^<]*)</u.exec(xml)?.[1] ?? '');
      if (Number.isNaN(created)) return undefined;
      return withElement(xml, 'dcterms:modified', new Date(created - 365 * 86_400_000).toISOString());
    })
  );
}

async function pictureAltered(parts: DocxParts, seed: number): Promise<DocxParts | undefined> {
  const pictures = Object.entries(parts).filter(([name]) => /^word\/media\/[^/]+\.jpe?g$/iu.test(name));
  const [largest] = pictures.toSorted(([, one], [, other]) => other.length - one.length);
  const altered = largest && (await alterJpeg(largest[1], seed));
  return largest && altered && { ...parts, [largest[0]]: altered };
}
