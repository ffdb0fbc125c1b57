import type { ReviewedAbsences } from '../search/reviewed-absences.fixture.ts';

export const absences: readonly ReviewedAbsences[] = [
  {
    file: '',
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
];
