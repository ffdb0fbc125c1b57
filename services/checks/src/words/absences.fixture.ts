export interface ReviewedAbsences {
  /** A file, or a folder with its slash, below the checks. */
  readonly file: string;
  readonly why: string;
  /** How each sentence begins; an ellipsis is a value. */
  readonly starts: readonly string[];
}

/** Those of {@link reviewedAbsences} that stand in titles and guides. */
export const absencesInWords: readonly ReviewedAbsences[] = [
  {
    file: 'words/check-titles.ts',
    why: 'Names what a check looks for.',
    starts: ['Areas without the earlier compression', 'Text that is not seen'],
  },
  {
    file: 'words/finding-guides.ts',
    why: 'Tells a person how to read a finding; it states no result.',
    starts: [
      'A certificate that has expired or is on no list of trust: it',
      'Clocks that were never set or keep the time of home in trave',
      'What is in the picture and not in its preview, or the other ',
      'One thing with a border, such as a person or a sign, at the ',
      'The steps in the outline of the mark: it is drawn in blocks ',
      'One thing with a border at the marked place, such as a perso',
      'Smears, repeated strokes or lines that end at the marked pla',
      'A green tick in a viewer: it does not say how much of the do',
    ],
  },
];
