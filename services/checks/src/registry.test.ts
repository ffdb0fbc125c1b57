import { describe, expect, it } from 'vitest';
import { checkSlugs, loadChecks } from './registry.ts';
import { createSubject, runChecks } from './run/run-checks.ts';

describe('registry', () => {
  it('loads every check under its own slug', async () => {
    expect((await loadChecks(checkSlugs)).map(({ slug }) => slug)).toEqual(checkSlugs);
    await expect(loadChecks(['astrology'])).rejects.toThrow('there is no check astrology');
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
