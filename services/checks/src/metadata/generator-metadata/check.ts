import { readGeneratorMetadata } from '@assay/media/exif/generator-metadata';
import { readRecordingSigns } from '@assay/media/container/recording-signs';
import type { GeneratorSign } from '@assay/media/exif/generator-metadata';
import { finding } from '../../check/check-result.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { cameraLikeness, nameTraits } from '../../structure/camera-original.ts';
import { countMetadataParts } from '../metadata-parts.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Any program that saves the file again removes this metadata, so finding none says nothing about the origin.',
  'Such texts can be added by anybody to a real photograph or recording, and a screenshot saved by a generator carries them too.',
  'How much such a text weighs is an engineering value; it was not measured.',
];

/**
 * Looks for settings, labels and names that generators leave in a picture, a recording or a video (see readGeneratorMetadata and
 * readRecordingSigns). In an image that still has anything of a camera, such a text was more likely added than found true, and decides
 * nothing.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject): Promise<CheckResult> {
  const { bytes, mimeType } = subject;
  const isRecording = /^(?:audio|video)\//.test(mimeType);
  const inContainer = isRecording ? await readRecordingSigns(bytes, mimeType) : [];
  const signs = [...readGeneratorMetadata(bytes, mimeType), ...inContainer];
  const likeness = signs.length === 0 || isRecording ? null : await cameraLikeness(subject);
  const traits = likeness === null ? [] : nameTraits(likeness);
  const isInCameraFile = traits.length > 0;
  const searched = countMetadataParts(subject);
  return finding(manifest, {
    ...ratios(signs, isInCameraFile),
    statement: [...describe(signs, searched), ...remarkOn(signs, traits)].join(' '),
    facts: {
      signs: signs.map((sign) => ({ ...sign })),
      looksLikeCameraOriginal: isInCameraFile,
      cameraLikeness: likeness === null ? null : { ...likeness },
    },
    limits,
    searched: [searched],
  });
}

/** How far a text may be believed, which its reader has to know beside it. */
function remarkOn(signs: readonly GeneratorSign[], traits: readonly string[]): string[] {
  if (signs.length === 0) return [];
  return traits.length > 0
    ? [`The file still has ${traitList.format(traits)}, so anybody may have written that into a photograph.`]
    : [
        'Anybody can write such a text into a file, so it supports an artificial origin and does not prove it.',
      ];
}

const traitList = new Intl.ListFormat('en-GB');

/** Signs of one file come from one writer, so the strongest counts and they are not added. */
function ratios(
  signs: readonly GeneratorSign[],
  isInCameraFile: boolean,
): Pick<CheckResult, 'llrSynthetic' | 'llrManipulated'> {
  const has = (kind: GeneratorSign['kind']): boolean => signs.some((sign) => sign.kind === kind);
  const synthetic = Math.max(
    has('recipe') || has('label') ? likelihoodRatios['generator-text'].llr : 0,
    has('name') ? likelihoodRatios['generator-name'].llr : 0,
  );
  if (synthetic > 0) {
    const highest = isInCameraFile ? likelihoodRatios['generator-text-in-camera-file'].llr : Infinity;
    return { llrSynthetic: Math.min(synthetic, highest), llrManipulated: 0 };
  }
  return {
    llrSynthetic: 0,
    llrManipulated: has('edit-label') ? likelihoodRatios['declared-ai-edit'].llr : 0,
  };
}

const rankedKinds: readonly GeneratorSign['kind'][] = ['recipe', 'label', 'name', 'edit-label'];

function describe(signs: readonly GeneratorSign[], searched: SearchedPart): string[] {
  const claim = describeClaim(signs);
  return claim === null
    ? stateAbsence([searched], 'The file carries no trace of a generator in its metadata.')
    : [claim];
}

function describeClaim(signs: readonly GeneratorSign[]): string | null {
  const kind = rankedKinds.find((candidate) => signs.some((sign) => sign.kind === candidate));
  const sign = signs.find((candidate) => candidate.kind === kind);
  if (sign === undefined) return null;
  switch (sign.kind) {
    case 'recipe':
      return `A text in the file claims that ${sign.generator} generated it, and gives the settings (${sign.carrier}).`;
    case 'label':
      return `A text in the file claims that it was made by ${sign.generator} (${sign.carrier}).`;
    case 'name':
      return `A text in the file names the generator ${sign.generator} as its software (${sign.carrier}).`;
    case 'edit-label':
      return `A text in the file claims that it was changed with ${sign.generator} (${sign.carrier}).`;
  }
}
