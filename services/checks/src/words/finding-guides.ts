/** How a person reads a finding of a check: with their own eyes and ears, and without falling for what is innocent. */
export interface FindingGuide {
  readonly lookFor: string;
  readonly ignore: string;
}

const guides: Readonly<Record<string, FindingGuide>> = {
  c2pa: {
    lookFor:
      'Who signed, and which steps and sources the credentials state. Ask the signer whether the file is theirs.',
    ignore: 'A certificate that has expired or is on no list of trust: it says nothing of the content.',
  },
  'generator-metadata': {
    lookFor: 'Whether the settings that are quoted describe what the file shows.',
    ignore: 'The text alone, where there is other reason to believe the file: anybody can add such a text.',
  },
  'exif-consistency': {
    lookFor:
      'The original from the camera: ask for it, and compare make, model and date with what the sender says.',
    ignore:
      'Clocks that were never set or keep the time of home in travel, and programs that turn or shrink pictures and rewrite part of the data.',
  },
  thumbnail: {
    lookFor: 'What is in the picture and not in its preview, or the other way round, at the marked place.',
    ignore:
      'Another brightness, colour, crop or turn of the whole: programs change that and keep the preview.',
  },
  'copy-move': {
    lookFor:
      'The same small details in the same order at both places, such as scratches, leaves or grains, and an edge around one of them where light or sharpness breaks off.',
    ignore: 'What repeats by itself: windows, tiles, ironwork, printed letters, foliage, crowds.',
  },
  'double-quantization': {
    lookFor:
      'One thing with a border, such as a person or a sign, at the marked place, whose light, sharpness or grain does not fit what surrounds it.',
    ignore:
      'The steps in the outline of the mark: it is drawn in blocks of the compression, not along things.',
  },
  'aligned-quantization': {
    lookFor: 'Whether the marked place holds one thing that was put in, painted over or retouched.',
    ignore: 'Captions and logos that were openly added to the picture: they leave the same trace.',
  },
  'jpeg-grid': {
    lookFor:
      'One thing with a border at the marked place, such as a person or a sign, whose light, sharpness or grain does not fit what surrounds it.',
    ignore:
      'Stamps, drawings and pictures that were openly laid over the picture: they leave the same trace.',
  },
  'fill-smoothness': {
    lookFor:
      'Smears, repeated strokes or lines that end at the marked place, and shadows or reflections of something that is not there.',
    ignore: 'Plain walls and sky, things out of focus, and skin that a camera smoothed.',
  },
  'pdf-revisions': {
    lookFor:
      'Amounts, names and dates that differ between the earlier states of the document and the last one.',
    ignore: 'Forms that were filled in, comments, and signatures that were added later.',
  },
  'pdf-signatures': {
    lookFor: 'What was added after the signature, and who signed.',
    ignore: 'A green tick in a viewer: it does not say how much of the document the signature covers.',
  },
  'pdf-metadata': {
    lookFor:
      'Whether whoever issued the document uses the program that wrote it, and when it was last changed.',
    ignore: 'Scanners, printers to PDF and mail programs that write the file anew.',
  },
  'docx-history': {
    lookFor: 'What was inserted or deleted, by whom and when, and how long the document was worked on.',
    ignore: 'Documents that begin as a copy of an older one or of a template.',
  },
  'video-frames': {
    lookFor: 'The same movements, reflections and blinking when both ranges are played one after the other.',
    ignore: 'Still scenes, animations, slow motion and recordings of a screen.',
  },
  'video-timing': {
    lookFor: 'Whether something jumps at the place, or the sound runs on while the picture stands.',
    ignore: 'Pictures that phones leave out in the dark or when they are warm.',
  },
  'audio-repeats': {
    lookFor: 'The same breath, the same pause and the same noise behind it at both places, with headphones.',
    ignore: 'Music, jingles, beeps and machines, which repeat by themselves.',
  },
  'audio-continuity': {
    lookFor: 'Whether room, hum or distance change within a word or a breath at the place.',
    ignore: 'Noise suppression, automatic volume, and somebody who turns away from the microphone.',
  },
  'audio-bandwidth': {
    lookFor:
      'Whether the recording is said to be an original: its sound had been compressed more strongly before.',
    ignore: 'Telephones and messengers, which leave out high tones.',
  },
};

/** The guide to the findings of a check; null where there is nothing to look at. */
export function findingGuide(check: string): FindingGuide | null {
  return guides[check] ?? null;
}

/** Checks that have a guide. */
export const guidedChecks: readonly string[] = Object.keys(guides);
