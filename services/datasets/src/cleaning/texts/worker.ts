import { serveJobs } from '@assay/media/isolate/serve-jobs';
import { findInPiece, measurePiece, standardizePiece } from './reading/treat-piece.ts';
import { extractText, readWholeText } from './reading/read-whole.ts';
import { confirmTexts } from './confirm-texts.ts';
import { surveyText } from './reading/survey-text.ts';
import { countStatistics } from './statistics/count-statistics.ts';
import { identifyLanguage } from './statistics/identify-language.ts';
import type { TextJobs } from './text-jobs.ts';

// Reading texts needs no network. A library that tries it fails.
Reflect.deleteProperty(globalThis, 'fetch');

serveJobs<TextJobs>({
  survey: surveyText,
  standardizePiece,
  findInPiece,
  measurePiece,
  extract: extractText,
  identifyLanguage: (input) => identifyLanguage(readWholeText(input)),
  confirmTexts,
  countStatistics: (input) => countStatistics(readWholeText(input)),
});
