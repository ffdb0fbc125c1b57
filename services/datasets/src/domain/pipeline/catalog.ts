import type { Modality } from '../dataset/dataset.ts';
import type { CleaningPipeline, PipelineStep } from './pipeline.ts';

const step = (name: string, description: string): PipelineStep => ({ name, description });

const undecodable = step('undecodable', 'Removes files that cannot be decoded to their end.');
const exactDuplicates = step(
  'exact-duplicates',
  'Keeps one of the files with the same bytes (SHA-256): the oldest.',
);
const nearImages = step(
  'near-duplicates',
  'Keeps one of the images that show the same pixels: the one with more pixels, then with Content Credentials or the metadata of a ' +
    'camera, then of higher quality, then the oldest. Candidates are found by a perceptual hash and confirmed on their pixels at full ' +
    'size, animations on all frames. Images that are only alike stay and are listed as issues.',
);
const nearTexts = step(
  'near-duplicates',
  'Keeps one of the texts that share at least 80 % of their sequences of five words: the largest, then the oldest. Texts whose ' +
    'numbers, dates or names differ, or much of what is left without shared sentences, stay and are listed as issues.',
);

const ordinary = {
  modes: ['cleaning'],
  targetTypes: ['dataset_version', 'project_file'],
  languageTechnology: false,
  deduplication: 'none',
  needsFfmpeg: false,
} as const satisfies Partial<CleaningPipeline>;

const allModalities: readonly Modality[] = ['image', 'audio', 'video', 'text', 'document', 'multimodal'];

/** The cleaning pipelines, in the order of the catalog. The first one that supports a modality is its standard one. */
export const pipelines: readonly CleaningPipeline[] = [
  {
    ...ordinary,
    slug: 'image-standard',
    name: 'Standard image cleaning',
    description:
      'Removes images that cannot be used and duplicates, and stores the others upright and in sRGB. An image that needs nothing ' +
      'keeps its bytes. The gain map and the video of a phone image stay with it. BMP, HEIC and AVIF files are not rewritten; they are ' +
      'counted as skipped.',
    version: '1.2.0',
    supportedModalities: ['image'],
    treatment: 'standardize-image',
    deduplication: 'near',
    steps: [
      undecodable,
      exactDuplicates,
      nearImages,
      step('blank', 'Removes images that show one colour only. Images of 16 bits are judged on all bits.'),
      step('unusable', 'Lists blurred, dark, overexposed and small images as issues. They stay.'),
      step('orientation', 'Applies the orientation tag to the pixels.'),
      step('colour', 'Converts an embedded colour profile to sRGB.'),
      step(
        'parts',
        'Carries gain maps, which are turned like the image, and videos of phones along. A part that cannot be written, or that the ' +
          'metadata promises in vain, is listed as an issue.',
      ),
    ],
  },
  {
    ...ordinary,
    slug: 'metadata-strip',
    name: 'Removal of metadata from images',
    description:
      'Removes EXIF, XMP, IPTC, Content Credentials, comments, embedded previews and videos without touching the coded pixels. Colour ' +
      'profile and orientation stay, and so do the gain maps of HEIC and AVIF files. Videos and gain maps that are removed are listed as ' +
      'issues.',
    version: '1.1.0',
    supportedModalities: ['image'],
    treatment: 'strip-metadata',
    steps: [step('metadata', 'Removes the metadata of the file.')],
  },
  {
    ...ordinary,
    slug: 'text-standard',
    name: 'Standard text cleaning',
    description:
      'Stores texts as UTF-8 in one form, and removes empty texts and duplicates. The language is noted. Records of JSON and CSV ' +
      'keep their number and their values.',
    version: '1.1.0',
    supportedModalities: ['text'],
    languageTechnology: true,
    treatment: 'standardize-text',
    deduplication: 'near',
    steps: [
      step('encoding', 'Converts the text to UTF-8 without byte order mark.'),
      step('normalization', 'Normalizes characters (Unicode NFC) and line ends.'),
      step(
        'control-characters',
        'Removes control characters and zero-width characters that no script needs.',
      ),
      step('empty', 'Removes texts without a visible character.'),
      exactDuplicates,
      nearTexts,
    ],
  },
  {
    ...ordinary,
    slug: 'text-pii-mask',
    name: 'Masking of personal data in texts',
    description:
      'Replaces e-mail addresses, telephone numbers, IBANs, card numbers, IP addresses and credentials in links by numbered ' +
      'placeholders; equal values get the same one. It reads digits of all scripts and text without spaces. In JSON and CSV the key ' +
      'or header says if a number is a telephone number. It does not find names and postal addresses.',
    version: '1.1.0',
    supportedModalities: ['text'],
    languageTechnology: true,
    treatment: 'mask-personal-data',
    steps: [step('personal-data', 'Replaces personal data by placeholders.')],
  },
  {
    ...ordinary,
    slug: 'document-text',
    name: 'Text of documents',
    description:
      'Stores the text of PDF and Word documents as text files, without hidden text of Word documents. A scan without text stays as it is and ' +
      'is counted as skipped.',
    version: '1.1.0',
    supportedModalities: ['document'],
    languageTechnology: true,
    treatment: 'extract-text',
    steps: [step('text', 'Extracts the text of the document.')],
  },
  {
    ...ordinary,
    slug: 'audio-standard',
    name: 'Standard audio cleaning',
    description:
      'Removes recordings that cannot be decoded and duplicates, trims silence at both ends, and sets the loudness to −23 LUFS with ' +
      'at most −1 dBTP. Container and codec stay. A recording that needs nothing keeps its bytes.',
    version: '1.0.0',
    supportedModalities: ['audio'],
    treatment: 'standardize-audio',
    deduplication: 'near',
    needsFfmpeg: true,
    steps: [
      undecodable,
      step(
        'duplicates',
        'Keeps one of the recordings with the same decoded samples: the largest, then the oldest.',
      ),
      step('silence', 'Trims silence below −60 dBFS at both ends.'),
      step('loudness', 'Sets the loudness to −23 LUFS (EBU R 128) in two passes.'),
    ],
  },
  {
    ...ordinary,
    slug: 'video-standard',
    name: 'Standard video cleaning',
    description:
      'Removes videos that cannot be decoded to their end and duplicates, and removes private metadata without re-encoding.',
    version: '1.1.0',
    supportedModalities: ['video'],
    treatment: 'standardize-video',
    deduplication: 'near',
    needsFfmpeg: true,
    steps: [
      undecodable,
      step(
        'duplicates',
        'Keeps one of the videos with the same key frames and the same moving parts: the one with more pixels and frames, then the ' +
          'oldest. Recordings that are only alike stay and are listed as issues.',
      ),
      step('metadata', 'Removes private metadata by remuxing.'),
    ],
  },
  {
    ...ordinary,
    slug: 'multimodal-standard',
    name: 'Standard cleaning of mixed files',
    description: 'Treats each file by the standard pipeline of its type.',
    version: '1.1.0',
    supportedModalities: ['multimodal'],
    treatment: 'standardize-any',
    deduplication: 'near',
    steps: [step('by-type', 'Applies the standard pipeline of the type of each file.'), exactDuplicates],
  },
  {
    ...ordinary,
    slug: 'dedup-exact',
    name: 'Removal of exact duplicates',
    description: 'Keeps one of the files with the same bytes. No file is changed.',
    version: '1.0.0',
    supportedModalities: allModalities,
    modes: ['dedup'],
    treatment: 'none',
    deduplication: 'exact',
    steps: [exactDuplicates],
  },
  {
    ...ordinary,
    slug: 'dedup-near',
    name: 'Removal of near-duplicates',
    description:
      'Keeps one of the files that look, sound or read nearly the same and whose content is the same. No file is changed. Documents ' +
      'are compared by their text.',
    version: '1.1.0',
    supportedModalities: allModalities,
    modes: ['dedup'],
    treatment: 'read-features',
    deduplication: 'near',
    steps: [exactDuplicates, nearImages, nearTexts],
  },
];

/** Finds a cleaning pipeline by its slug. */
export function findPipeline(slug: string): CleaningPipeline | undefined {
  return pipelines.find((pipeline) => pipeline.slug === slug);
}

/** The version of the enrichment, which has no slug. */
export const enrichmentVersion = '1.0.0';
