import type { EndedBy } from '../../domain/stage/stage.ts';
import type { ReportBlock, ReportRow, ReportSection } from '../report-content.ts';
import type { ReportAnswers, ReportCrowdStage, ReportInput, ReportPeople } from '../report-input.ts';
import { percent, verdictWords } from '../words/wording.ts';

const reasons: Readonly<Record<EndedBy, string>> = {
  decided: 'The answers agreed.',
  max_responses: 'The maximum number of answers was reached.',
  expired: 'The time for answers was over.',
  archived: 'The job was archived.',
  canceled: 'The run was canceled.',
};

const limits =
  'People see what they expect, and a change that was made well shows no trace to the eye. Answers alone never make a file manipulated or ' +
  'synthetic. How often such answers are wrong has not been measured yet, so this report states no error rate for them.';

/** Writes who answered, what they answered, and how that moved the result. */
export function peopleSection({ people, conclusion }: ReportInput): ReportSection[] {
  if (people === undefined) return [];
  const blocks: ReportBlock[] = [
    { kind: 'lead', text: stateEffect(people, conclusion.verdict) },
    ...people.stages.flatMap(writeStage),
    { kind: 'note', text: limits },
  ];
  return [{ id: 'people', title: 'What people answered', blocks }];
}

function stateEffect(
  { without, posterior }: ReportPeople,
  verdict: ReportInput['conclusion']['verdict'],
): string {
  const title = (of: typeof verdict): string => `“${verdictWords[of].title}”`;
  const change =
    without.verdict === verdict
      ? `Without the answers, the verdict would be ${title(verdict)} as well.`
      : `Without the answers, the verdict would be ${title(without.verdict)}; with them it is ${title(verdict)}.`;
  if (without.posterior.manipulated === posterior.manipulated) return change;
  const [before, after] = [without.posterior.manipulated, posterior.manipulated].map(percent);
  return `${change} They moved the probability of a change from ${before ?? ''} to ${after ?? ''}.`;
}

function writeStage({ name, question, answered }: ReportCrowdStage): ReportBlock[] {
  const title: ReportBlock = { kind: 'subtitle', text: name };
  if (answered === null) return [title, { kind: 'text', text: 'This stage was not needed.' }];
  const rows: ReportRow[] = [
    ['Question', question],
    ['People', countPeople(answered)],
    ['Answers', answered.options.map(({ label, count }) => `${label}: ${String(count)}`).join('; ')],
    ['Agreement', stateAgreement(answered)],
    ['Weight', stateWeight(answered)],
    ['End', reasons[answered.endedBy]],
  ];
  const drawn: ReportBlock = { kind: 'pictures', pictures: answered.drawings };
  return [title, { kind: 'rows', rows }, ...(answered.drawings.length === 0 ? [] : [drawn])];
}

function countPeople({ count, maxResponses, testedWorkers }: ReportAnswers): string {
  return (
    `${String(count)} answered, of at most ${String(maxResponses)}. ${String(testedWorkers)} of them had answered five or more control ` +
    `questions with a known answer before; ${String(count - testedWorkers)} had not.`
  );
}

function stateAgreement({ consensus, threshold }: ReportAnswers): string {
  if (consensus === null) return 'No answer is the most probable one.';
  const { label, probability } = consensus;
  return `“${label}” with ${percent(probability)}; agreement needs ${percent(threshold)}.`;
}

function stateWeight({ llr, isCapped }: ReportAnswers): string {
  const ratio = `log₁₀ likelihood ratio ${llr.toFixed(2)}`;
  return isCapped ? `${ratio}, which is the limit for answers of these people` : ratio;
}
