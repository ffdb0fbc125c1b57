import type { ReviewedAbsences } from '../../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: 'check.ts',
    why: 'Describes a change that was found, or names what this check never does.',
    starts: [
      'The document bears …, and what was signed is not what it hol',
      'The document bears …, and what lists the signed parts does n',
      'It brings no certificate of its signer.',
      'a certificate that was not checked',
      'not checked',
    ],
  },
];
