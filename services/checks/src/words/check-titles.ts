import { upperFirst } from './first-letter.ts';

const checkTitles: Readonly<Record<string, string>> = {
  c2pa: 'Provenance record (C2PA)',
  'generator-metadata': 'Traces of generators',
  'exif-consistency': 'Camera metadata',
  'jpeg-structure': 'JPEG structure',
  'ingest-gate': 'Compression history',
  'claim-consistency': 'Agreement with the claims',
  'sun-position': 'Position of the sun',
  'exposure-light': 'Light the camera was set for',
  'crowd-anomaly-marking': 'Judgement of people',
  'crowd-adjudication': 'Second judgement of people',
  'crowd-source-check': 'Source, checked by people',
  'picture-relations': 'Pictures that show the same',
  'shared-device': 'Cameras that are named',
  'sensor-pattern': 'Noise of the sensor',
  'capture-timeline': 'Times that are told',
  thumbnail: 'Stored preview',
  'copy-move': 'Copied areas',
  'aligned-quantization': 'Areas without the earlier compression',
  'double-quantization': 'Areas compressed before',
  'jpeg-grid': 'Areas on another JPEG grid',
  'fill-smoothness': 'Areas filled in smoothly',
  'spectral-screen': 'Spectrum of the picture',
  'pdf-revisions': 'Saves of the PDF',
  'pdf-signatures': 'Signatures of the PDF',
  'pdf-metadata': 'Dates and programs of the PDF',
  'pdf-hidden-text': 'Text that is not seen',
  'document-pictures': 'Pictures in the document',
  'docx-signatures': 'Signatures of the document',
  'docx-history': 'Editing history of the document',
  'video-container': 'Container of the video',
  'audio-container': 'Container of the recording',
  'external-detector': 'Detector of others',
  'video-frames': 'Repeated pictures',
  'video-timing': 'Timing of pictures and sound',
  'video-coding-rhythm': 'Rhythm of an earlier coding',
  'audio-bandwidth': 'Range of frequencies',
  'audio-continuity': 'Breaks in the background',
  'audio-coding-grid': 'Blocks of earlier MP3 coding',
  'audio-repeats': 'Repeated sound',
};

export function checkTitle(slug: string): string {
  return checkTitles[slug] ?? humanise(slug);
}

/** A slug as words, for what has no title of its own. */
export function humanise(slug: string): string {
  return upperFirst(slug.replace(/[-_]+/g, ' ').trim());
}
