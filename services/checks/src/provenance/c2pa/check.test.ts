import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../check/check.ts';
import { examineFiles } from '../../run/examine-files.fixture.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { createCheck as createC2paCheck } from './check.ts';

const folder = resolve(import.meta.dirname, '../../../../../../shared/media/c2pa');
const samples = existsSync(folder) ? readdirSync(folder) : [];
const signed = samples.filter((name) => name.startsWith('adobe-'));
const unsigned = samples.filter((name) => !name.startsWith('adobe-'));
const read = (name: string): Buffer => readFileSync(resolve(folder, name));
const runCheckOn = (bytes: Uint8Array): Promise<CheckResult> =>
  examineFiles(createC2paCheck(), { 'a.jpg': bytes }, ({ 'a.jpg': path = '' }) => ({
    bytes,
    path,
    mimeType: 'image/jpeg',
    enrichment: {},
    claims: {},
  }));

/** The sample with one bit of the last list of actions turned over, which the claim holds the hash of. */
function withChangedActions(name: string): Buffer {
  const bytes = read(name);
  const at = bytes.lastIndexOf('c2pa.actions') + 60;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

/** The sample with one bit of its image turned over. */
function withChangedImage(name: string): Buffer {
  const bytes = read(name);
  const at = bytes.length - 1_000;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

describe.skipIf(samples.length === 0)('c2pa on the public sample files (needs the media collection)', () => {
  it.each(signed)(
    'answers integrity, trust, form and claim of %s apart, and weighs nothing',
    async (name) => {
      const result = await runCheckOn(read(name));
      expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
      expect(result.facts).toMatchObject({
        integrity: 'intact',
        trust: 'no_trust_list',
        wellFormed: true,
        claim: 'edit',
      });
      expect(JSON.stringify(result.facts['ingredients'])).toContain('relationship');
    },
  );

  it.each(signed)('takes %s for tampered when its manifest of before 2.0 was changed', async (name) => {
    expect((await runCheckOn(withChangedActions(name))).llrManipulated).toBe(
      likelihoodRatios['manifest-mismatch'].llr,
    );
  });

  it.each(signed)('leaves open what a changed picture means in %s, of before 2.0', async (name) => {
    const result = await runCheckOn(withChangedImage(name));
    expect(result.llrManipulated).toBe(likelihoodRatios['open-mismatch'].llr);
    expect(result.statement).toContain('leaves open');
  });

  it.each(unsigned)('says nothing of %s, which has no manifest', async (name) => {
    expect((await runCheckOn(read(name))).applicability.applicable).toBe(false);
  });
});
