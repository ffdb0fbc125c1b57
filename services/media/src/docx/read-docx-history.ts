import { withArchive } from '../archive/open-archive.ts';
import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { parseIsoDate } from '../document/facts/stated-time.ts';
import { findParts } from './find-parts.ts';
import { createChangeReader } from './tracked-changes.ts';
import type { ChangeReader, TrackedChanges } from './tracked-changes.ts';

/** What a WordprocessingML document (ECMA-376) tells of how it was edited; null where it is silent. */
export interface DocxHistory {
  readonly creator: string | null;
  readonly lastModifiedBy: string | null;
  /** Number of saves that the properties count. */
  readonly revision: number | null;
  /** Minutes of editing that the properties count. */
  readonly totalMinutes: number | null;
  readonly application: string | null;
  readonly template: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number | null;
  readonly modifiedAt: number | null;
  /** When the latest part was packed into the archive. */
  readonly packedAt: number | null;
  /** Editing sessions by their save ids: in the settings, and in the body. */
  readonly sessions: number;
  readonly sessionsInBody: number;
  /** Most sessions that wrote one paragraph. */
  readonly mostSessionsInParagraph: number;
  readonly tracked: TrackedChanges;
  /** The first authors of tracked changes. */
  readonly changeAuthors: readonly string[];
  readonly comments: number;
}

const maxAuthors = 20;
const changeElements: readonly string[] = ['ins', 'del', 'moveTo'];

/**
 * Reads properties, save ids and tracked changes.
 * @throws UndecodableError
 */
export function readDocxHistory(path: string): Promise<DocxHistory> {
  return withArchive(path, async (archive) => {
    const parts = await findParts(archive);
    const core = await readTexts(archive, parts.coreProperties);
    const application = await readTexts(archive, parts.extendedProperties);
    const sessions = new Set<string>();
    await readXml(archive.read(parts.settings), {
      open(name, attributes) {
        const id = name === 'rsid' ? attributes.get('val') : undefined;
        if (id !== undefined) sessions.add(id);
      },
    });
    let comments = 0;
    await readXml(archive.read('word/comments.xml'), {
      open(name) {
        if (name === 'comment') comments += 1;
      },
    });
    const tracked = createChangeReader();
    const packed = [...archive.times.values()].map((time) => time.getTime());
    return {
      creator: core.get('creator') ?? null,
      lastModifiedBy: core.get('lastModifiedBy') ?? null,
      revision: countOf(core.get('revision')),
      totalMinutes: countOf(application.get('TotalTime')),
      application: application.get('Application') ?? null,
      template: application.get('Template') ?? null,
      createdAt: timeOf(core.get('created')),
      modifiedAt: timeOf(core.get('modified')),
      packedAt: packed.length === 0 ? null : packed.reduce((one, other) => Math.max(one, other)),
      sessions: sessions.size,
      ...(await readBody(archive, parts.document, tracked)),
      tracked: await finishTracked(archive, tracked),
      comments,
    };
  });
}

/** Parts that a reader sees and authors change, beside the body. */
const otherParts = /^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/u;
const maxOtherParts = 100;

/** Reads the tracked changes of headers, footers and notes behind those of the body. */
async function finishTracked(archive: Archive, tracked: ChangeReader): Promise<TrackedChanges> {
  const names = archive.names.filter((name) => otherParts.test(name)).slice(0, maxOtherParts);
  for (const name of names) await readXml(archive.read(name), tracked.handlers);
  return tracked.finish();
}

type Body = Pick<DocxHistory, 'sessionsInBody' | 'mostSessionsInParagraph' | 'changeAuthors'>;

async function readBody(archive: Archive, part: string, tracked: ChangeReader): Promise<Body> {
  const all = new Set<string>();
  const authors = new Set<string>();
  let paragraph = new Set<string>();
  let most = 0;
  await readXml(archive.read(part), {
    ...tracked.handlers,
    open(name, attributes) {
      tracked.handlers.open(name, attributes);
      if (name === 'p') paragraph = new Set();
      if (changeElements.includes(name)) {
        const author = attributes.get('author');
        if (author !== undefined && authors.size < maxAuthors) authors.add(author.slice(0, 100));
      }
      for (const key of ['rsidR', 'rsidRPr', 'rsidDel']) {
        const id = attributes.get(key);
        if (id === undefined) continue;
        all.add(id);
        paragraph.add(id);
      }
      most = Math.max(most, paragraph.size);
    },
  });
  return {
    sessionsInBody: all.size,
    mostSessionsInParagraph: most,
    changeAuthors: [...authors],
  };
}

/** The trimmed text of every element of a properties part, by its name; at most 200 characters. */
async function readTexts(archive: Archive, part: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  let open = '';
  await readXml(archive.read(part), {
    open: (name) => {
      open = name;
    },
    text: (text) => {
      const joined = `${texts.get(open) ?? ''}${text}`.trim().slice(0, 200);
      if (joined !== '') texts.set(open, joined);
    },
    close: () => {
      open = '';
    },
  });
  return texts;
}

function countOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function timeOf(text: string | undefined): number | null {
  const stated = parseIsoDate(text);
  return stated === undefined ? null : Date.parse(stated.time);
}
