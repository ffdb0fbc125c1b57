import { describe, expect, it } from 'vitest';
import { containerChecks, documentChecks, imageChecks } from './registry.ts';
import { createSubject, runChecks } from './run-checks.ts';

describe('registry', () => {
  it('names every check once', () => {
    const slugs = [...imageChecks(), ...documentChecks, ...containerChecks].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('has checks of documents, videos and recordings that do not apply to other files', async () => {
    const bytes = Buffer.from('no document');
    const subject = createSubject({
      bytes,
      mimeType: 'text/plain',
      path: '/nowhere',
      enrichment: {},
      claims: {},
    });
    const results = await runChecks([...documentChecks, ...containerChecks], subject);
    expect(results.map(({ applicability }) => applicability.applicable)).toEqual(results.map(() => false));
    expect(JSON.stringify(results)).not.toContain('the check failed');
  });
});
