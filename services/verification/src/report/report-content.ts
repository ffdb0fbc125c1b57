import type { Verdict } from '../domain/fusion/conclusion.ts';
import type { ReportPicture } from './report-input.ts';

/** What a report says, in order, without a form: HTML, Markdown and PDF show the same words. Texts may hold anything. */
export interface ReportContent {
  readonly identity: ReportIdentity;
  readonly verdict: Verdict;
  /** Names the document. */
  readonly title: string;
  /** What made the report and when. */
  readonly about: string;
  readonly hero: ReportHero;
  readonly sections: readonly ReportSection[];
  readonly closing: string;
}

export interface ReportIdentity {
  readonly runId: string;
  /** Of the subject, lower-case hex; null without a file. */
  readonly sha256: string | null;
  readonly completedAt: Date;
}

export interface ReportHero {
  readonly kicker: string;
  /** The verdict in a word. */
  readonly verdictTitle: string;
  readonly meaning: string;
  /** 0..1; null where the verdict is open and a bar would say nothing. */
  readonly confidence: number | null;
  readonly confidenceSentence: string;
  readonly fileName: string | null;
  readonly picture: ReportPicture | null;
}

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

export type ReportBlock =
  | { readonly kind: 'lead' | 'note' | 'text' | 'subtitle'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly ReportRow[] }
  | { readonly kind: 'finding'; readonly finding: ReportFinding }
  | { readonly kind: 'scores'; readonly scores: readonly ReportScore[] }
  | { readonly kind: 'pictures'; readonly pictures: readonly ReportPicture[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** For who wants to know more: shown on request where that is possible. */
  | { readonly kind: 'folded'; readonly summary: string; readonly blocks: readonly ReportBlock[] };

/** A term and what it is. */
export type ReportRow = readonly [term: string, description: string];

/** A finding that has weight. */
export interface ReportFinding {
  /** Whether it speaks for the file, for a change of it, or for a generator. */
  readonly side: 'good' | 'bad' | 'made';
  readonly support: string;
  readonly check: string;
  readonly statement: string;
  readonly ratio: string;
  readonly pictures: readonly ReportPicture[];
  /** How a person looks at it; empty where there is nothing to look at. */
  readonly guide: readonly ReportRow[];
  readonly limits: readonly string[];
}

export interface ReportScore {
  readonly criterion: string;
  readonly shown: string;
  /** Null for a score that says nothing either way. */
  readonly bar: { readonly share: number; readonly tone: Verdict } | null;
}

/** Heads what a finding cannot show. */
export const limitsTitle = 'What this finding cannot show';
/** Stands above a report. */
export const mast = 'Assay verification report';
