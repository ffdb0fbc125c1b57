import { describe, expect, it } from 'vitest';
import { describeResult, wrap } from './print-result.ts';
import type { VerifiedFile } from './verify-file.ts';

const plain = { style: (_style: string, text: string): string => text };

const completed: VerifiedFile = {
  outcome: 'completed',
  file: '/photos/beach.jpg',
  run: { verdict: 'manipulated', confidence: '0.973', explanation: 'A part was copied.' },
  report: {
    strongest: {
      for: [{ statement: 'A region appears twice.', verbal: 'strong' }],
      against: [{ statement: 'The tables fit the camera.', verbal: 'weak' }],
    },
    notChecked: [{ check: 'thumbnail', reason: 'there is none' }],
  },
  reportPath: '/home/me/.assay/reports/r1/report.html',
  pictures: [{ path: '/home/me/.assay/reports/r1/heatmap-1.png', type: 'heatmap', legend: 'red: copied' }],
};

describe('describeResult', () => {
  it('says the verdict, the evidence on both sides, what was not checked and where the report lies', () => {
    expect(describeResult(completed, plain, '/home/me')).toEqual([
      'beach.jpg  MANIPULATED  97 % confidence',
      '  A part was copied.',
      '',
      '  Strongest evidence',
      '  · for "manipulated": A region appears twice. (strong support)',
      '  · against "manipulated": The tables fit the camera. (weak support)',
      '',
      '  Not checked',
      '  · thumbnail: there is none',
      '',
      '  Report    .assay/reports/r1/report.html',
      '  Heat map  .assay/reports/r1/heatmap-1.png',
      '            red: copied',
    ]);
  });

  it('says of an open verdict how much could be examined', () => {
    const run = { verdict: 'unverified', confidence: 0.2, confidenceMeaning: 'coverage' };
    const [heading] = describeResult({ ...completed, run }, plain, '/');
    expect(heading).toBe('beach.jpg  UNVERIFIED  20 % of the kinds of change were searched for');
  });

  it('shows verdicts and reports it does not know without failing', () => {
    const strange = {
      ...completed,
      run: { verdict: 'doubtful' },
      report: { strongest: 'none' },
      pictures: [],
    };
    expect(describeResult(strange, plain, '/home/me')[0]).toBe('beach.jpg  DOUBTFUL');
  });

  it('gives the reason when there is no verdict', () => {
    const failed: VerifiedFile = { outcome: 'failed', file: 'x.jpg', reason: 'not a picture' };
    expect(describeResult(failed, plain, '/')).toEqual(['x.jpg  not verified', '  not a picture']);
  });
});

describe('wrap', () => {
  it('breaks between words at the width', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  });
});
