import { describe, expect, it } from 'vitest';
import { enrichmentSamples } from '../src/samples/enrichments.ts';
import { enrichmentSchema } from '../src/shapes/enrichment.ts';

describe('the samples of what is read of a file', () => {
  it.each(Object.entries(enrichmentSamples))('hold of %s nothing that is not described', (_kind, sample) => {
    expect(Object.keys(Object(enrichmentSchema['properties']) as object)).toEqual(
      expect.arrayContaining(Object.keys(sample)),
    );
  });
});
