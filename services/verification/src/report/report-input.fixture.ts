import type { ReportCheck, ReportConclusion, ReportInput, ReportPicture } from './report-input.ts';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function aPicture(overrides: Partial<ReportPicture> = {}): ReportPicture {
  const bytes = Buffer.from(pixel, 'base64');
  return {
    legend: 'The same content found twice.',
    mimeType: 'image/png',
    bytes,
    width: 1,
    height: 1,
    ...overrides,
  };
}

export function aCheck(overrides: Partial<ReportCheck> = {}): ReportCheck {
  return {
    check: 'copy-move',
    version: '1',
    criterion: 'duplication',
    kind: 'statistical',
    applicability: { applicable: true },
    calibration: { innocentScenes: 314, falseAlarms: 0, alteredScenes: 120, found: 84 },
    statement: 'The same content appears at two places of the picture.',
    verbal: 'moderate',
    limits: ['Copies of smooth areas are not found.'],
    facts: {},
    parameters: { octaves: 4 },
    llrManipulated: 1.6,
    llrSynthetic: 0,
    llrAuthentic: 0,
    pictures: [aPicture()],
    ...overrides,
  };
}

export function aConclusion(overrides: Partial<ReportConclusion> = {}): ReportConclusion {
  return {
    verdict: 'manipulated',
    confidence: 0.976,
    scorecard: { duplication: 0.02, metadata_consistency: 0.61, coverage: 0.75 },
    explanation: 'The content was most likely changed after it was recorded.',
    strongest: {
      for: [
        {
          check: 'copy-move',
          statement: 'The same content appears at two places of the picture.',
          proposition: 'manipulated',
          llr: 1.6,
          verbal: 'moderate',
        },
      ],
      against: [],
    },
    notChecked: [{ check: 'c2pa', reason: 'the file carries no provenance record' }],
    confidenceMeaning: 'posterior',
    prior: 0.1,
    confidenceIfRare: 0.42,
    changes: [
      { change: 'copied-area', depth: 'searched', checks: ['copy-move'] },
      { change: 'inserted-area', depth: 'by-chance', checks: ['thumbnail'] },
      { change: 'generated', depth: 'not-searched', checks: [] },
    ],
    decisive: ['copy-move'],
    ...overrides,
  };
}

export function aReportInput(overrides: Partial<ReportInput> = {}): ReportInput {
  return {
    run: {
      id: 'run0000000000000000000001',
      pipelineSlug: 'image-authenticity',
      pipelineName: 'Image authenticity',
      startedAt: new Date('2026-05-04T10:00:00Z'),
      completedAt: new Date('2026-05-04T10:00:07Z'),
    },
    files: [
      {
        name: 'harbour.jpg',
        mimeType: 'image/jpeg',
        sizeBytes: 1_418_664,
        dimensions: { width: 2048, height: 1536 },
        embedded: null,
        sha256: 'ab'.repeat(32),
        preview: aPicture({ mimeType: 'image/jpeg' }),
      },
    ],
    claims: [],
    judged: [],
    conclusion: aConclusion(),
    stages: [{ slug: 'pixel-traces', name: 'Pixel traces', summary: '', checks: [aCheck()] }],
    errorRate: null,
    ...overrides,
  };
}
