import { describe, expect, it } from 'vitest';
import { catalog } from '../domain/pipeline/catalog.ts';
import { checksOf } from '../domain/pipeline/pipeline.ts';
import { checkSlugs, loadChecks } from './registry.ts';
import { createSubject, runChecks } from './run-checks.ts';

describe('registry', () => {
  it('loads every check under its own slug', async () => {
    expect((await loadChecks(checkSlugs)).map(({ slug }) => slug)).toEqual(checkSlugs);
    await expect(loadChecks(['astrology'])).rejects.toThrow('there is no check astrology');
  });

  it('has the checks of all pipelines, and none that no pipeline uses', () => {
    const used = new Set(catalog.flatMap(checksOf));
    expect([...used].toSorted()).toEqual(checkSlugs.toSorted());
  });

  it('has checks of documents, videos and recordings that do not apply to other files', async () => {
    const checks = await loadChecks(checkSlugs.filter((slug) => /^(pdf|docx|video|audio)-/.test(slug)));
    const bytes = Buffer.from('no document');
    const subject = createSubject({
      bytes,
      mimeType: 'text/plain',
      path: '/nowhere',
      enrichment: {},
      claims: {},
    });
    const results = await runChecks(checks, subject);
    expect(results.length).toBeGreaterThan(5);
    expect(results.filter(({ applicability }) => applicability.applicable)).toEqual([]);
    expect(JSON.stringify(results)).not.toContain('the check failed');
  });
});
