import type { ReportInput } from './report-input.ts';
import type { ReportScore, ReportSection } from './report-content.ts';
import { criterionTitle, percent, scoreLegend, shownScores } from './words/wording.ts';

/** So close to one half that it speaks neither for nor against the file. */
const silentWithin = 0.15;

export function scorecardSection({ conclusion }: ReportInput): ReportSection {
  const scores = shownScores(conclusion).map(([key, value]) => scoreOf(key, value));
  return {
    id: 'scorecard',
    title: 'Scorecard',
    blocks: [
      { kind: 'note', text: scoreLegend },
      { kind: 'scores', scores },
    ],
  };
}

function scoreOf(key: string, value: number): ReportScore {
  const criterion = criterionTitle(key);
  if (key === 'coverage') {
    return { criterion, shown: percent(value), bar: { share: value, tone: 'unverified' } };
  }
  if (Math.abs(value - 0.5) < silentWithin) return { criterion, shown: 'Says nothing either way', bar: null };
  const tone = value > 0.5 ? 'authentic' : 'manipulated';
  return { criterion, shown: value.toFixed(2), bar: { share: value, tone } };
}
