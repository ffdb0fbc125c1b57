import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { docxParts, zipOf } from '../../../../media/test/build-docx.ts';
import type { CheckResult } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { check as docxHistory } from './check.ts';

const folder = mkdtempSync(join(tmpdir(), 'docx-history-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const plain = '<w:p w:rsidR="00AA0001"><w:r w:rsidR="00BB0002"><w:t>Rent: 100</w:t></w:r></w:p>';
const properties = (created: string, modified: string, names = ['Ada', 'Ada']): string =>
  `<cp:coreProperties><dc:creator>${names[0] ?? ''}</dc:creator><cp:lastModifiedBy>${names[1] ?? ''}</cp:lastModifiedBy><cp:revision>2</cp:revision><dcterms:created>${created}</dcterms:created><dcterms:modified>${modified}</dcterms:modified></cp:coreProperties>`;
const core = (...given: Parameters<typeof properties>) => ({ 'docProps/core.xml': properties(...given) });

async function examine(
  body: string,
  replaced: Readonly<Record<string, string>>,
  mimeType = docxType,
): Promise<CheckResult> {
  const path = join(folder, 'subject.docx');
  const bytes = zipOf(docxParts(body, replaced));
  writeFileSync(path, bytes);
  const subject = createSubject({ bytes, mimeType, path, enrichment: {}, claims: {} });
  return runCheck(docxHistory, subject, new AbortController().signal);
}

describe('docx-history', () => {
  it('finds a change before the creation, which weighs next to nothing', async () => {
    const result = await examine(plain, core('2026-03-01T13:00:00Z', '2024-01-01T10:00:00Z'));
    expect(result.llrManipulated).toBe(0.2);
    expect(result.statement).toContain('modified on 2024-01-01, before it was created on 2026-03-01');
  });

  it('names tracked changes, comments, people and sessions beyond the counter without weight', async () => {
    const body =
      '<w:p><w:ins w:author="Eve" w:date="2026-03-02T10:00:00Z"><w:r><w:t>900</w:t></w:r></w:ins><w:del w:author="Eve" w:date="2026-03-02T10:01:00Z"><w:r><w:delText>100</w:delText></w:r></w:del></w:p>';
    const rsids = Array.from({ length: 9 }, (_, i) => `<w:rsid w:val="00AA000${String(i)}"/>`).join('');
    const result = await examine(body, {
      ...core('2026-03-01T13:00:00Z', '2026-03-02T10:00:00Z', ['Ada', 'Eve']),
      'word/settings2.xml': `<w:settings><w:rsids>${rsids}</w:rsids></w:settings>`,
      'word/comments.xml': '<w:comments><w:comment/></w:comments>',
    });
    expect(result.llrManipulated).toBe(0);
    expect(result.facts).toMatchObject({
      insertions: 1,
      deletions: 1,
      changeAuthors: ['Eve'],
      comments: 1,
      sessions: 9,
    });
    expect(result.facts['remarks']).toHaveLength(3);
    expect(result.statement).toMatch(
      /^Eve deleted “100” and inserted “900” on 2026-03-02 \(tracked change\)\./u,
    );
  });

  const tracked = (element: string, author: string, words: string): string => {
    const text = element === 'del' ? 'delText' : 't';
    return `<w:${element} w:author="${author}" w:date="2026-03-02T10:00:00Z"><w:r><w:${text}>${words}</w:${text}></w:r></w:${element}>`;
  };

  it('quotes the first tracked changes, and counts those of 10,000 authors', async () => {
    const body = Array.from(
      { length: 10_000 },
      (_, at) => `<w:p>${tracked('ins', `Author ${String(at + 1)}`, `word ${String(at + 1)}`)}</w:p>`,
    ).join('');
    const { statement, llrManipulated, facts } = await examine(body, {});
    expect(statement).toContain('Author 1 inserted “word 1” on 2026-03-02 (tracked change). Author 2');
    expect(statement).toContain('9,996 more tracked changes were made by 10,000 authors in all.');
    expect(statement.length).toBeLessThan(800);
    expect(llrManipulated).toBe(0);
    expect(facts).toMatchObject({ trackedChanges: 10_000, trackedAuthors: 10_000 });
  });

  it('joins the pieces of one change, and tells moved words once', async () => {
    const body = `<w:p>${tracked('ins', 'Eve', '4')}${tracked('ins', 'Eve', ',480')}</w:p><w:p>${tracked('moveFrom', 'Ada', 'the clause')}</w:p><w:p>${tracked('moveTo', 'Ada', 'the clause')}</w:p>`;
    const { statement } = await examine(body, {
      'word/footer1.xml': `<w:ftr><w:p>${tracked('del', 'Eve', 'Draft')}</w:p></w:ftr>`,
    });
    expect(statement).toMatch(
      /^Eve inserted “4,480” on 2026-03-02 \(tracked change\)\. Ada moved “the clause” on 2026-03-02 \(tracked change\)\. Eve deleted “Draft”/u,
    );
  });

  it('finds nothing in an ordinary document', async () => {
    const result = await examine(plain, core('2026-03-01T13:00:00Z', '2026-03-02T10:00:00Z'));
    expect(result).toMatchObject({
      llrManipulated: 0,
      facts: { contradictions: [], remarks: [], sessionsInBody: 2 },
    });
    expect(result.facts).toMatchObject({ mostSessionsInParagraph: 2 });
  });

  it('is not applicable to other and to broken files', async () => {
    expect((await examine(plain, {}, 'application/pdf')).applicability.applicable).toBe(false);
    expect((await examine(plain, { 'word/document.xml': '<w:document>' })).applicability).toMatchObject({
      reason: 'the document cannot be opened',
    });
  });
});
