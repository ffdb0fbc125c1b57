import { describe, expect, it } from 'vitest';
import { documentChecks, imageChecks } from './registry.ts';
import { createSubject, runChecks } from './run-checks.ts';

describe('registry', () => {
  it('names every check once', () => {
    const slugs = [...imageChecks(), ...documentChecks].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('has checks of documents that do not apply to other files', async () => {
    const bytes = Buffer.from('no document');
    const subject = createSubject({
      bytes,
      mimeType: 'text/plain',
      path: '/nowhere',
      enrichment: {},
      claims: {},
    });
    const results = await runChecks(documentChecks, subject);
    expect(results.map(({ applicability }) => applicability.applicable)).toEqual(results.map(() => false));
    expect(JSON.stringify(results)).not.toContain('the check failed');
  });
});
