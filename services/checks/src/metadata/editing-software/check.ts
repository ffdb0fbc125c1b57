import { readSoftwareTexts } from '@assay/media/exif/software-texts';
import type { SoftwareText } from '@assay/media/exif/software-texts';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { finding, forOtherType } from '../../check/check-result.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { namesEditor } from '../exif/exif-names.ts';
import { countMetadataParts } from '../metadata-parts.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Most pictures that people share went through such a program to be cropped, rotated or made smaller; its name says nothing of what was done.',
  'Saving without metadata removes these names, so finding none does not show that no program was used.',
];

const maxNamed = 4;

/**
 * Finds the names that editing programs leave in any picture, with camera data or without. It weighs nothing: innocent
 * pictures bear them as often.
 */
export const check: Check = { ...manifest, run: (subject) => Promise.resolve(examine(subject)) };

function examine({ bytes, mimeType }: Subject): CheckResult {
  if (!mimeType.startsWith('image/')) return forOtherType(manifest, 'the file is not a picture');
  const traces = [
    ...readSoftwareTexts(bytes, mimeType).filter(({ text }) => namesEditor(text)),
    ...photoshopTraces(bytes, mimeType),
  ];
  const searched = countMetadataParts({ bytes, mimeType });
  return finding(manifest, {
    statement: describe(traces, searched),
    facts: { traces: traces.map((trace) => ({ ...trace })) },
    limits,
    searched: [searched],
  });
}

/** What Photoshop writes beside its name: save settings, which other programs do not need. */
function photoshopTraces(bytes: Uint8Array, mimeType: string): SoftwareText[] {
  const parsed = mimeType === 'image/jpeg' ? parseJpeg(bytes) : null;
  if (parsed?.ok !== true) return [];
  const { photoshop, saveForWebQuality } = parsed.jpeg;
  return [
    ...(photoshop?.saveQuality == null
      ? []
      : [
          {
            carrier: 'Photoshop save settings',
            text: `Adobe Photoshop, quality ${String(photoshop.saveQuality)} of 12`,
          },
        ]),
    ...(saveForWebQuality === null
      ? []
      : [
          {
            carrier: 'Save for Web settings',
            text: `Adobe Photoshop, quality ${String(saveForWebQuality)} of 100`,
          },
        ]),
  ];
}

function describe(traces: readonly SoftwareText[], searched: SearchedPart): string {
  if (traces.length === 0)
    return stateAbsence([searched], 'No editing program left its name in the file.').join(' ');
  const names = [...new Set(traces.map(({ text }) => text))];
  const shown = names.slice(0, maxNamed).join(', ');
  const more = names.length > maxNamed ? ` and ${String(names.length - maxNamed)} more` : '';
  return `The file went through ${shown}${more}; such programs crop and rotate as well as retouch, so this says nothing of the content.`;
}
