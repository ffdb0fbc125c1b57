import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'judgement.ts',
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
    file: 'signed-image.ts',
    why: 'Describes a signature whose bytes were all read, and its preview.',
    starts: [
      'not comparable',
      'That says that bytes were changed, not which: no signed pr',
      'The hash that does not match is that of the image data.',
      'The signed preview no longer shows the same image, as after c',
    ],
  },
  {
    file: 'check.ts',
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
    file: 'signed-document.ts',
    why: 'Describes a change that was found.',
    starts: [
      'The Content Credentials do not match the document: after the',
      ', but content of its pages was replaced later: what is shown',
      ', but its pages read differently since: what is shown is not',
    ],
  },
  {
    file: 'manifest.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: ['A certificate that has expired or is on no list of trust: it'],
  },
];
