import type { C2paAction, C2paIngredient, C2paReport } from '@assay/media/c2pa/c2pa-report';
import { describe, expect, it } from 'vitest';
import { judgeManifest } from './judgement.ts';

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const action = (name: string, source: string | null = null): C2paAction => ({
  action: name,
  digitalSourceType: source === null ? null : `${sourceTypes}/${source}`,
  softwareAgent: null,
  when: null,
});

interface Stated extends Partial<C2paReport> {
  readonly actions?: readonly C2paAction[];
  readonly types?: readonly string[];
  readonly components?: readonly string[];
  readonly ingredients?: readonly C2paIngredient[];
}

const part: C2paIngredient = {
  title: null,
  relationship: 'componentOf',
  hasManifest: true,
  claimGenerator: null,
  digitalSourceTypes: [],
  ingredients: [],
};

function report({ actions = [], types, components = [], ingredients = [], ...stated }: Stated): C2paReport {
  const own = actions.flatMap(({ digitalSourceType }) => digitalSourceType?.split('/').at(-1) ?? []);
  return {
    present: true,
    state: 'valid',
    validator: 'test',
    trustListVersion: null,
    integrity: 'intact',
    trust: 'no_trust_list',
    wellFormed: true,
    signer: { issuer: 'Maker', commonName: null, serialNumber: null, algorithm: null, signedAt: null },
    statusCodes: [],
    failureCodes: [],
    claims: {
      title: null,
      claimGenerator: null,
      actions,
      digitalSourceTypes: types ?? own,
      componentSourceTypes: components,
      ingredients,
    },
    specVersion: '2.x',
    dataHash: null,
    partHashes: null,
    bindsFragments: false,
    boxHashes: null,
    isMediaChanged: false,
    preview: null,
    remoteManifestUrl: null,
    problem: null,
    ...stated,
  };
}

const captured = action('c2pa.created', 'digitalCapture');
const generated = action('c2pa.created', 'trainedAlgorithmicMedia');
const mismatch = {
  state: 'invalid',
  integrity: 'broken',
  failureCodes: ['assertion.dataHash.mismatch'],
} as const;

describe('judgeManifest', () => {
  it('leaves open what a content hash mismatch alone means, whoever signed', () => {
    expect(judgeManifest(report(mismatch))).toMatchObject({ llrManipulated: 0.75, llrAuthentic: 0 });
    expect(judgeManifest(report({ ...mismatch, trust: 'untrusted' })).llrManipulated).toBe(0.75);
  });

  it('leaves a mismatch of a manifest before 2.0, or of an ingredient alone, open', () => {
    expect(judgeManifest(report({ ...mismatch, specVersion: '1.x' })).llrManipulated).toBe(0.8);
    const ingredient = { ...mismatch, failureCodes: ['ingredient.manifest.mismatch'] };
    expect(judgeManifest(report(ingredient)).llrManipulated).toBe(0.8);
  });

  it('weighs a changed manifest more than changed bytes', () => {
    const changed = report({ ...mismatch, failureCodes: ['claimSignature.mismatch'] });
    expect(judgeManifest(changed).llrManipulated).toBe(2.5);
  });

  it.each(['claimSignature.mismatch', 'assertion.hashedURI.mismatch'])(
    'takes %s for tampering in a manifest of any version',
    (code) => {
      for (const specVersion of ['1.x', '2.x']) {
        const changed = judgeManifest(report({ ...mismatch, specVersion, failureCodes: [code] }));
        expect(changed.llrManipulated).toBe(2.5);
        expect(changed.statement).toContain('The file or its Content Credentials were changed after');
      }
    },
  );

  it('takes a signature that does not match beside an old data hash for tampering', () => {
    const codes = ['assertion.dataHash.mismatch', 'claimSignature.mismatch'];
    const changed = judgeManifest(report({ ...mismatch, specVersion: '1.x', failureCodes: codes }));
    expect(changed.llrManipulated).toBe(2.5);
  });

  it.each([null, 'empty'])('takes an AI-made part placed in a file of origin %s for synthetic', (source) => {
    const generated = report({
      actions: [action('c2pa.created', source), action('c2pa.placed'), action('c2pa.converted')],
      components: ['trainedAlgorithmicMedia'],
      ingredients: [part],
    });
    expect(judgeManifest(generated)).toMatchObject({ llrSynthetic: 3, llrManipulated: 0 });
  });

  it.each([
    ['a second part', { ingredients: [part, part] }],
    ['a step that edits', { actions: [action('c2pa.placed'), action('c2pa.color_adjustments')] }],
    ['a capture', { actions: [captured, action('c2pa.placed')] }],
    ['a part of another kind', { components: ['trainedAlgorithmicMedia', 'digitalCapture'] }],
  ])('takes an AI-made part with %s for an edit', (_name, stated) => {
    const edited = report({
      actions: [action('c2pa.placed')],
      components: ['trainedAlgorithmicMedia'],
      ingredients: [part],
      ...stated,
    });
    expect(judgeManifest(edited)).toMatchObject({ llrManipulated: 1.8, llrSynthetic: 0 });
  });

  it.each([
    ['untrusted signer', { trust: 'untrusted', failureCodes: ['signingCredential.untrusted'] }],
    [
      'expired certificate',
      { state: 'inconclusive', trust: 'expired', failureCodes: ['signingCredential.expired'] },
    ],
    ['bad time stamp', { failureCodes: ['timeStamp.mismatch'] }],
    ['form error', { state: 'invalid', wellFormed: false, failureCodes: ['assertion.action.malformed'] }],
    ['no claims', { state: 'invalid', claims: null }],
  ] as const)('takes no %s for a sign of tampering', (_name, stated) => {
    expect(judgeManifest(report(stated))).toMatchObject({
      llrManipulated: 0,
      llrSynthetic: 0,
      llrAuthentic: 0,
    });
  });

  it('believes an AI label even of an untrusted or invalid manifest', () => {
    const untrusted = report({
      actions: [generated],
      trust: 'untrusted',
      state: 'invalid',
      wellFormed: false,
    });
    expect(judgeManifest(untrusted)).toMatchObject({ llrSynthetic: 3, llrManipulated: 0 });
    expect(
      judgeManifest(report({ actions: [action('c2pa.converted')], types: ['trainedAlgorithmicMedia'] }))
        .llrSynthetic,
    ).toBe(3);
  });

  it.each([
    [
      'a generated part in a capture',
      { actions: [action('c2pa.opened'), action('c2pa.edited', 'trainedAlgorithmicMedia')] },
    ],
    ['a capture that a model changed', { actions: [captured, generated] }],
    ['a declared composite', { actions: [action('c2pa.edited', 'compositeWithTrainedAlgorithmicMedia')] }],
    ['a generated ingredient', { components: ['trainedAlgorithmicMedia'] }],
  ])('takes %s for an edit, not for a synthetic file', (_name, stated) => {
    expect(judgeManifest(report(stated))).toMatchObject({ llrManipulated: 1.8, llrSynthetic: 0 });
  });

  it('takes a capture for positive evidence from a trusted signer alone', () => {
    const trusted = report({
      actions: [captured, action('c2pa.orientation')],
      state: 'trusted',
      trust: 'trusted',
    });
    expect(judgeManifest(trusted)).toMatchObject({ llrAuthentic: 3, authenticBasis: 'trusted-capture' });
    const untrusted = judgeManifest(report({ actions: [captured] }));
    expect(untrusted).toMatchObject({ llrAuthentic: 0, authenticBasis: null });
    expect(untrusted.statement).toContain('worth almost nothing');
  });

  it('gives no positive evidence for a trusted file that was edited or not captured', () => {
    const trusted = { state: 'trusted', trust: 'trusted' } as const;
    expect(
      judgeManifest(report({ ...trusted, actions: [captured, action('c2pa.edited')] })).llrAuthentic,
    ).toBe(0);
    expect(judgeManifest(report({ ...trusted, actions: [action('c2pa.opened')] })).llrAuthentic).toBe(0);
  });

  it('names the edits a manifest declares, and takes them for no tampering', () => {
    const steps = ['c2pa.opened', 'c2pa.color_adjustments', 'c2pa.placed', 'c2pa.placed', 'com.maker.step'];
    const edited = judgeManifest(report({ actions: steps.map((step) => action(step)) }));
    expect(edited).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(edited.statement).toContain(
      'They declare what was done to it: colours adjusted, another file placed in it, com.maker.step.',
    );
  });

  it('names the edits also where an untrusted signer claims a camera as origin', () => {
    const { statement } = judgeManifest(report({ actions: [captured, action('c2pa.trimmed')] }));
    expect(statement).toContain('worth almost nothing. They declare what was done to it: trimmed.');
  });

  it('does not discuss the claimed origin of a file that was changed after signing', () => {
    const { statement } = judgeManifest(report({ ...mismatch, actions: [captured] }));
    expect(statement).toBe(
      'The file was changed after it was signed: its bytes no longer match its signed Content Credentials. That says that bytes were changed, not which.',
    );
  });
});
