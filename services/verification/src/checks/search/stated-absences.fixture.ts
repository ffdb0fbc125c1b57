interface ReviewedAbsences {
  readonly file: string;
  readonly why: string;
  /** How each sentence begins; an ellipsis is a value. */
  readonly starts: readonly string[];
}

/** Sentences with a negation that are no result of a search. */
export const reviewedAbsences: readonly ReviewedAbsences[] = [
  {
    file: 'check-result.ts',
    why: 'Says why a check did not run; the reason follows.',
    starts: ['Not checked: ….'],
  },
  {
    file: 'search/searched-part.ts',
    why: 'Names what a search left out.',
    starts: [
      '… not …',
      '… not …, because the computing time of the check ran out',
      'could not be read and … not …',
    ],
  },
  {
    file: 'structure/compression-history.ts',
    why: 'Names a sign of a later save that was found.',
    starts: [
      'it is stored progressively, which cameras do not do',
      'its size is not the one the camera recorded',
    ],
  },
  {
    file: 'structure/ingest-gate.ts',
    why: 'Names data that this one file does not hold; its header is read whole.',
    starts: [
      'The file is …; it carries no JPEG save history of its own.',
      'The image is small… and without camera data, as after a mess',
      'The file carries no camera data, so its history cannot be to',
      'The metadata say that the file was modified on …, after it w',
    ],
  },
  {
    file: 'structure/jpeg-structure.ts',
    why: 'Limits what a finding means.',
    starts: [
      'Adobe software saved the file last, at its quality …; saving',
      'Software saved the file again after the camera; that is comm',
      'The compression tables do not tell which camera or program w',
      'neither JFIF nor Exif',
    ],
  },
  {
    file: 'sound/audio-bandwidth.ts',
    why: 'Describes the measured band of the audio.',
    starts: ['… samples a second without loss', 'Above … kHz the recording holds nothing'],
  },
  {
    file: 'sound/audio-coding-grid.ts',
    why: 'Limits what a finding means.',
    starts: ['Many files have been through that, and it says nothing of wh'],
  },
  {
    file: 'sound/audio-continuity.ts',
    why: 'Limits what a finding means.',
    starts: ['Its pauses are muted throughout, as devices that suppress no'],
  },
  {
    file: 'sound/audio-repeats.ts',
    why: 'Limits what a finding means.',
    starts: [
      '…. This does not show a deceit: ….',
      '…, though what surrounds it is not: one is probably a copy o',
      '…. Copies do so, and so does music; …, so that it says nothi',
    ],
  },
  {
    file: 'pixels/thumbnail/thumbnail.ts',
    why: 'Limits what a finding means.',
    starts: ['The stored preview differs from the picture as a whole, as a'],
  },
  {
    file: 'pixels/spectral-screen/spectral-screen.ts',
    why: 'Limits what a finding means.',
    starts: ['… That says nothing of its origin: a generated picture witho'],
  },
  {
    file: 'pixels/jpeg-grid/statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['The picture does not show that it was a JPEG, and … does. So'],
  },
  {
    file: 'pixels/double-quantization/statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['An area, … of the picture, had been compressed before on a g'],
  },
  {
    file: 'pixels/copy-move/statement.ts',
    why: 'Limits what a finding means.',
    starts: [
      'Two places of the picture resemble each other, with a simila',
      'Many places of the image repeat, as windows do and as pastin',
    ],
  },
  {
    file: 'pixels/aligned-quantization/statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['The picture had been compressed before, and an area, … of it'],
  },
  {
    file: 'frames/video-coding-rhythm.ts',
    why: 'Limits what a finding means.',
    starts: ['Every … pictures, … times, one is … times as large as those '],
  },
  {
    file: 'frames/video-frames.ts',
    why: 'Limits what a finding means.',
    starts: [
      '… This does not show a deceit: ….',
      '… What moves never moves exactly so again: one stretch is a ',
    ],
  },
  {
    file: 'frames/video-timing.ts',
    why: 'Describes a gap that was found, or limits what gaps mean.',
    starts: [
      'At … no picture comes for … s in a video of a steady rate…; ',
      'Its pictures come at uneven times, as of a device that choos',
    ],
  },
  {
    file: 'files/capture-timeline.ts',
    why: 'Counts the files by what each of them states.',
    starts: [' … of … files say no time.'],
  },
  {
    file: 'files/state-relations.ts',
    why: 'Limits what a finding means.',
    starts: [
      'A difference does not show which of two files was changed, n',
      ' Their noise is not the same: they can be two photographs ta',
    ],
  },
  {
    file: 'files/sensor-pattern/statement.ts',
    why: 'Counts the images by what each of them shows.',
    starts: ['In … of … it does not show, which says nothing against them.', 'names no camera'],
  },
  {
    file: 'containers/audio-container.ts',
    why: 'Limits what a finding means.',
    starts: ['The recording went through ……; that is common and says nothi'],
  },
  {
    file: 'containers/video-container.ts',
    why: 'Limits what a finding means.',
    starts: ['The video was written by …, not by a camera; that is common '],
  },
  {
    file: 'structure/camera-original.ts',
    why: 'Names a sign that was found.',
    starts: ['compression tables of no known program'],
  },
  {
    file: 'documents/hidden-text/state-hidden.ts',
    why: 'Describes text that was found.',
    starts: [
      'A dark area covers … … that is still in the file: it was cov',
      '… … belongs to a layer that is not shown at first….',
      '… … has the colour of what it stands on, and is not seen.',
      '… … is drawn invisibly, and there is no picture beneath it w',
      '… … lies under something that was drawn over it, and is not ',
    ],
  },
  {
    file: 'documents/pdf-signatures.ts',
    why: 'Describes a change after a signature that was found.',
    starts: [
      '…, and its pages read differently since the last of them: wh',
      '…, and … different since the last of them, in a way that … n',
      '…, … no state of the file, as after another program wrote th',
    ],
  },
  {
    file: 'documents/pictures/find-pictures.ts',
    why: 'Says why a check did not run.',
    starts: ['the document is encrypted, so the images in it cannot be tak'],
  },
  {
    file: 'provenance/c2pa-judgement.ts',
    why: 'Describes a signature whose bytes were all read.',
    starts: [
      'The file or its Content Credentials were changed after they ',
      'The file was changed after it was signed: its bytes no longe',
      '… That says that bytes were changed, not which.',
      '… The hash that does not match is that of the media data.',
    ],
  },
  {
    file: 'provenance/signed-image.ts',
    why: 'Describes a signature whose bytes were all read, and its preview.',
    starts: [
      'not comparable',
      '… That says that bytes were changed, not which: no signed pr',
      '… The signed preview no longer shows the same image, as afte',
    ],
  },
];

/** Sentences that were written before and are not reviewed yet: each is to be earned, or reviewed. */
export const unreviewedAbsences: Readonly<Record<string, readonly string[]>> = {
  'provenance/c2pa-judgement.ts': [
    'The Content Credentials do not match the content of the file',
    'The Content Credentials of a file that this one was made fro',
    'The Content Credentials are intact since … signed them, but ',
    'The Content Credentials bind the fragments of the recording ',
    'The file carries Content Credentials that could not be fully',
    'They say that a device recorded this and that nothing was ed',
    'They claim a camera as origin, which without a trusted signe',
  ],
  'provenance/c2pa.ts': [
    'the file carries no Content Credentials',
    'its Content Credentials are stored elsewhere, and this check',
    'Content Credentials are not defined for this kind of file',
    'not validated: ',
    'the file could not be searched for Content Credentials',
  ],
  'provenance/signed-document.ts': [
    'The Content Credentials do not match the document: after the',
    '; words or pages were added to it later, as a stamp is, and ',
    ', but content of its pages was replaced later: what is shown',
    ', but its pages read differently since: what is shown is not',
    '; what was appended later replaced no content of a page.',
  ],
  'metadata/editing-software.ts': [
    'No editing program left its name in the file.',
    'The file went through ……; such programs crop and rotate as w',
  ],
  'metadata/exif-consistency.ts': [
    'A recorded place can be edited without a trace. Only a time ',
    'parts of the metadata are cut off or point nowhere, as after',
    ' The recorded place does not fit the rest of the metadata: …',
    'The metadata name … and do not contradict themselves or the ',
  ],
  'metadata/generator-metadata.ts': [
    'Anybody can write such a text into a file, so it supports an',
    'The file carries no trace of a generator in its metadata.',
  ],
  'metadata/device/compare-device.ts': ["without the maker's own data, which every such phone writes,"],
  'documents/docx-signatures.ts': [
    'The document bears …, and what was signed is not what it hol',
    'The document bears …, and what lists the signed parts does n',
    'The document bears …, of which not all could be verified; wh',
    'Not signed are …….',
    'It brings no certificate of its signer.',
    'a certificate that was not checked',
    'not checked',
  ],
  'documents/pdf-metadata.ts': ['does not name the program that made it'],
  'documents/pictures/find-pictures.ts': ['the document cannot be opened'],
  'context/capture-device.ts': ['… is a model of …, which there was not in …'],
  'context/capture-place.ts': [
    '…, and a recorded place can be edited without a trace',
    '… is not the name of an IANA time zone',
    'clocks of … were … from UTC, which no clock at the claimed l',
    "the camera's clock was … from UTC, as clocks at the claimed ",
  ],
  'context/capture-time.ts': [
    '… without a time zone',
    'the metadata name …, a model of …, which there was not in …',
  ],
  'context/claimed-moment.ts': ['not claimed: by the longitude it is known to within hours'],
  'context/sun-position.ts': ['Without a time zone, the sun stood between … and … of height'],
  'context/sun/shadows.ts': ['the sun was below the horizon, so that it cast no shadows'],
};
