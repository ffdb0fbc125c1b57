import { describe, expect, it } from 'vitest';
import { finding, forOtherType, notApplicable } from '@assay/checks/check/check-result';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { CheckResult } from '@assay/checks/check/check';
import { conclude } from './conclude.ts';

const identity = (slug: string, searchesFor: readonly ChangeKind[], mayNotice: readonly ChangeKind[] = []) =>
  ({
    slug,
    version: '1',
    kind: 'structural',
    criterion: 'temporal_consistency',
    searchesFor,
    mayNotice,
  }) as const;
const frames = identity('video-frames', ['repeated-frames']);
const repeats = identity('audio-repeats', ['copied-sound']);
const container = finding(identity('video-container', []), { statement: 'FFmpeg wrote it.' });
const worked = finding(frames, { statement: 'Compared.' });
const mute = notApplicable(repeats, 'its sound could not be decoded');

const video = (seconds: number, ...results: readonly CheckResult[]) =>
  conclude([container, ...results], {
    changes: ['repeated-frames', 'copied-sound'],
    rarelyFound: ['repeated-frames', 'copied-sound'],
    file: { mimeType: 'video/mp4', enrichment: { durationSeconds: seconds } },
  });

describe('a file in which nothing could be looked for', () => {
  it('is told as not examined, with the reason and what it would need', () => {
    const blind = notApplicable(frames, 'its pictures could not be decoded');
    const { verdict, unsearched, explanation, scorecard } = video(60, blind, mute);
    expect(verdict).toBe('unverified');
    expect(scorecard.coverage).toBe(0);
    expect(unsearched?.reason).toContain('its pictures could not be decoded');
    expect(explanation).toMatch(/^The file was not examined for changes: /u);
    expect(explanation).toContain('at least 5 s');
    expect(explanation).not.toMatch(/no sign|was found/iu);
  });

  it('is a video too short for a search that hardly ever finds anything', () => {
    expect(video(3.67, worked, mute).unsearched?.reason).toBe('the video lasts 3.6 s');
    expect(video(60, worked, mute).unsearched).toBeUndefined();
  });

  it('is examined where a check looks for a change that it usually finds, however short the file is', () => {
    const { unsearched } = conclude([worked], {
      changes: ['repeated-frames'],
      file: { mimeType: 'video/mp4', enrichment: { durationSeconds: 3 } },
    });
    expect(unsearched).toBeUndefined();
  });

  it('is examined where a check that looks for no kind of change decided', () => {
    const signed = finding(
      { ...identity('c2pa', []), criterion: 'provenance' },
      {
        llrSynthetic: 3,
        statement: 'Its signer declares that an AI model made this.',
      },
    );
    const { verdict, unsearched } = video(3, signed, mute);
    expect([verdict, unsearched]).toEqual(['synthetic', undefined]);
  });

  it('names no reason that a check gives for files of another type', () => {
    const pdf = forOtherType(identity('pdf-revisions', ['changed-in-later-save']), 'the file is not a PDF');
    const unsigned = notApplicable(
      identity('docx-signatures', ['changed-after-signing']),
      'the document bears no signature',
    );
    const { unsearched } = conclude([pdf, unsigned], {
      changes: ['changed-in-later-save', 'changed-after-signing'],
    });
    expect(unsearched).toEqual({ reason: 'the document bears no signature', needed: null });
  });

  it('was examined where the pipeline has only checks that may notice a change, and one of them worked', () => {
    const screen = identity('generator-metadata', [], ['generated']);
    const works = finding(screen, { statement: 'The metadata name no generator.' });
    const file = { mimeType: 'audio/ogg', enrichment: { durationSeconds: 1 } };
    expect(conclude([works], { changes: ['generated'], file }).unsearched).toBeUndefined();
    const broken = notApplicable(screen, 'the file cannot be read');
    expect(conclude([broken], { changes: ['generated'] }).unsearched?.reason).toBe('the file cannot be read');
  });

  it('stays not examined by machines where people judged it', () => {
    const people = finding(
      { ...identity('crowd-adjudication', []), criterion: 'crowd_agreement' },
      {
        llrManipulated: 0.9,
        statement: 'People say that it was altered.',
      },
    );
    const { verdict, unsearched } = video(3, mute, people);
    expect(verdict).toBe('inconclusive');
    expect(unsearched?.reason).toBe('the video lasts 3.0 s');
  });
});
