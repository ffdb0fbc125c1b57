import { describe, expect, it } from 'vitest';
import { enrichmentSamples } from '../src/samples/enrichments.ts';
import { enrichmentSchema } from '../src/shapes/enrichment.ts';

describe('the samples of enrichments', () => {
  it.each(Object.entries(enrichmentSamples))('have only described members: %s', (_kind, sample) => {
    expect(Object.keys(Object(enrichmentSchema['properties']) as object)).toEqual(
      expect.arrayContaining(Object.keys(sample)),
    );
  });
});
