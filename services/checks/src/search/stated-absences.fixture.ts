import { absencesInWords } from '../words/absences.fixture.ts';
import type { ReviewedAbsences } from '../words/absences.fixture.ts';

/** Sentences that say that something is not there, or that all agrees, and are no result of a search. */
export const reviewedAbsences: readonly ReviewedAbsences[] = [
  {
    file: 'check/check-result.ts',
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
      'Exif only',
      'JFIF only',
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
      'what surrounds it agrees as well, as what is played twice do',
      '… of … innocent recordings have pieces that agree as well',
    ],
  },
  {
    file: 'pixels/thumbnail/thumbnail.ts',
    why: 'Limits what a finding means.',
    starts: [
      'The stored preview differs from the picture as a whole, as a',
      'The file still stores an older preview (…) that shows other ',
    ],
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
      'Two places of the picture agree…: … of it, with a similarity',
      'Places with lettering or a drawing agree with each other, as',
      'Two places agree that are smaller than … % of the image, the',
    ],
  },
  {
    file: 'pixels/aligned-quantization/statement.ts',
    why: 'Describes a place that was found, beside the rest.',
    starts: ['The picture had been compressed before, and an area, … of it'],
  },
  {
    file: 'frames/',
    why: 'Describes a gap that was found, or limits what a finding means.',
    starts: [
      'Every … pictures, … times, one is … times as large as those ',
      '… This does not show a deceit: ….',
      '… What moves never moves exactly so again: one stretch is a ',
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
      'agree, except here',
      'are a whole and a part that agree, except here',
      'share a part and agree there, except here',
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
    why: 'Describes a change after a signature that was found, or the range of bytes that a signature covers.',
    starts: [
      '…, and its pages read differently since the last of them: wh',
      '…, and … different since the last of them, in a way that … n',
      '…, … no state of the file, as after another program wrote th',
      '…; the last covers all of the file.',
    ],
  },
  {
    file: 'documents/pictures/find-pictures.ts',
    why: 'Says why a check did not run.',
    starts: ['the document is encrypted, so the images in it cannot be tak', 'the document cannot be opened'],
  },
  {
    file: 'provenance/c2pa-judgement.ts',
    why: 'Describes a signature whose bytes were all read.',
    starts: [
      'The file or its Content Credentials were changed after they ',
      'The file was changed after it was signed: its bytes no longe',
      '… That says that bytes were changed, not which.',
      '… The hash that does not match is that of the media data.',
      'The Content Credentials are intact and signed by …, which is',
      'The Content Credentials are intact since … signed them, but ',
      'The Content Credentials do not match the content of the file',
      'The Content Credentials of a file that this one was made fro',
      'The Content Credentials bind the fragments of the recording ',
      'The file carries Content Credentials that could not be fully',
      'They say that a device recorded this and that nothing was ed',
      'They claim a camera as origin, which without a trusted signe',
    ],
  },
  {
    file: 'provenance/signed-image.ts',
    why: 'Describes a signature whose bytes were all read, and its preview.',
    starts: [
      'not comparable',
      'That says that bytes were changed, not which: no signed pr',
      'The hash that does not match is that of the image data.',
      'The signed preview no longer shows the same image, as after c',
    ],
  },
  {
    file: 'provenance/c2pa.ts',
    why: 'Says why a check did not run.',
    starts: [
      'the file carries no Content Credentials',
      'its Content Credentials are stored elsewhere, and this check',
      'Content Credentials are not defined for this kind of file',
      'not validated: ',
      'the file could not be searched for Content Credentials',
    ],
  },
  {
    file: 'provenance/signed-document.ts',
    why: 'Describes a change that was found.',
    starts: [
      'The Content Credentials do not match the document: after the',
      ', but content of its pages was replaced later: what is shown',
      ', but its pages read differently since: what is shown is not',
    ],
  },
  {
    file: 'metadata/editing-software.ts',
    why: 'Limits what a finding means.',
    starts: ['The file went through ……; such programs crop and rotate as w'],
  },
  {
    file: 'metadata/exif-consistency.ts',
    why: 'Describes a disagreement that was found, or limits what the metadata mean.',
    starts: [
      'A recorded place can be edited without a trace. Only a time ',
      'parts of the metadata are cut off or point nowhere, as after',
      ' The recorded place does not fit the rest of the metadata: …',
    ],
  },
  {
    file: 'metadata/generator-metadata.ts',
    why: 'Limits what a finding means.',
    starts: ['Anybody can write such a text into a file, so it supports an'],
  },
  {
    file: 'metadata/device/compare-device.ts',
    why: 'Names one field that is missing; the Exif data it belongs to were read.',
    starts: ["without the maker's own data, which every such phone writes,"],
  },
  {
    file: 'documents/docx-signatures.ts',
    why: 'Describes a change that was found, or names what this check never does.',
    starts: [
      'The document bears …, and what was signed is not what it hol',
      'The document bears …, and what lists the signed parts does n',
      'It brings no certificate of its signer.',
      'a certificate that was not checked',
      'not checked',
    ],
  },
  {
    file: 'documents/docx-tracked/state-tracked.ts',
    why: 'Counts the authors of changes that were found.',
    starts: [' by … authors in all'],
  },
  {
    file: 'context/',
    why: 'Compares a claim with a recorded value, a table or the sun, or says how the claim was understood.',
    starts: [
      'This agrees with what is claimed: ….',
      '… is a model of …, which there was not in …',
      '…, and a recorded place can be edited without a trace',
      '… is not the name of an IANA time zone',
      'clocks of … were … from UTC, which no clock at the claimed l',
      "the camera's clock was … from UTC, as clocks at the claimed ",
      '… without a time zone',
      'the metadata name …, a model of …, which there was not in …',
      'not claimed: by the longitude it is known to within hours',
      'Without a time zone, the sun stood between … and … of height',
      'the sun was below the horizon, so that it cast no shadows',
    ],
  },
  ...absencesInWords,
];
