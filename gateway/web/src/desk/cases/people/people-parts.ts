/** The parts of a stage that asks people: what it waits for, what they found, and the commitment made before they answered. */

import type { RunWithStages, Stage, StagePeople } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { formatAddress } from '../../crowd/parts/address.ts';
import { countAnswers, formatShare } from '../../crowd/parts/texts.ts';
import { api } from '../../parts/api.ts';
import type { RunReference } from '../../parts/api-types.ts';
import { formatTime } from '../../parts/formats.ts';
import { pause } from '../../parts/pause.ts';

const values = new Map([
  ['yes', 'It was changed'],
  ['no', 'It was not changed'],
  ['cannot_tell', 'Cannot tell'],
  ['supported', 'The source supports the claim'],
  ['contradicted', 'The source contradicts the claim'],
]);

const ends = new Map([
  ['decided', 'The answers sufficed.'],
  ['max_responses', 'The maximum number of answers was reached.'],
  ['expired', 'The time for answers ended.'],
  ['archived', 'The crowd job was archived.'],
  ['canceled', 'The run was canceled.'],
]);

const secrecy =
  'The results of the machine stages are shown when people have marked areas, so that they cannot influence the answers.';
const proof =
  'It proves that the results of the machine stages were fixed before people answered: the evidence bundle has the results, and everybody can compute this number from them.';

/** Returns the parts for the row of a stage; none for a stage that asks nobody, or has not asked yet. */
export function createPeopleParts(stage: Stage, run: RunReference): readonly HTMLElement[] {
  const { people, crowdJobId } = stage;
  const lines: HTMLElement[] = [];
  if (people !== null)
    lines.push(people.endedBy === null ? describeWait(stage, people) : describeResult(people));
  if (crowdJobId !== null) lines.push(createJobLink(crowdJobId, run));
  if (stage.commitment !== null) lines.push(describeCommitment(stage.commitment));
  return lines;
}

/** Returns the reason why completed machine stages show no result yet; nothing if they show it. */
export function explainSecrecy({ stages }: Pick<RunWithStages, 'stages'>): readonly HTMLElement[] {
  const isSecret = stages.some(
    ({ stageType, status, summary }) => stageType === 'ai' && status === 'completed' && summary === null,
  );
  const isAsking = stages.some(
    ({ stageType, status }) => stageType === 'crowd' && status === 'awaiting_crowd',
  );
  return isSecret && isAsking ? [element('p', { className: 'soft' }, secrecy)] : [];
}

function describeWait({ minResponses, crowdJobId }: Stage, people: StagePeople): HTMLElement {
  const { responses, maxResponses } = people;
  const isBelowMin = minResponses !== null && responses < minResponses;
  const count = isBelowMin ? `${responses} of ${minResponses}` : `${responses} of at most ${maxResponses}`;
  const line = createLine(`${count} answers`);
  if (crowdJobId !== null) void readEnd(crowdJobId).then((end) => line.append(end));
  return line;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
/** The ends of jobs, as texts. The end of a job of a run does not change. */
const jobEnds = new Map<string, Promise<string>>();

const readAttempts = 5;
const readAgainMs = 1_000;

/** Resolves to an empty text if the person may not read the job. */
function readEnd(jobId: string): Promise<string> {
  const end = jobEnds.get(jobId) ?? findEnd(jobId);
  jobEnds.set(jobId, end);
  return end;
}

/** The job may appear a moment after its stage. */
async function findEnd(jobId: string): Promise<string> {
  for (let attempt = 1; attempt <= readAttempts; attempt += 1) {
    const job = await api.getCrowdJob({ jobId }).catch(() => undefined);
    if (job !== undefined) return `, until ${day.format(new Date(job.validUntil))}`;
    await pause(readAgainMs);
  }
  jobEnds.delete(jobId);
  return '';
}

function createJobLink(jobId: string, { projectId }: RunReference): HTMLElement {
  const href = formatAddress({ projectId, jobId });
  return element('a', { className: 'small wide item-link', href }, 'Open the crowd job');
}

function describeResult(people: StagePeople): HTMLElement {
  const { responses, testedWorkers, untestedWorkers, consensus, llr, isCapped, endedBy } = people;
  const found =
    consensus === null
      ? 'No answer prevails.'
      : `“${values.get(consensus.value) ?? consensus.value}”, ${formatShare(consensus.confidence)} probable.`;
  const weight = `Weight in the verdict: ${llr < 0 ? '−' : '+'}${Math.abs(llr).toFixed(2)} (log10 likelihood ratio)`;
  const parts = [
    `${countAnswers(responses)}: ${found}`,
    `${weight}${isCapped ? ', the limit for answers of people.' : '.'}`,
    `${testedWorkers} of ${testedWorkers + untestedWorkers} people had answered at least five control questions.`,
    ends.get(endedBy ?? '') ?? '',
  ];
  return createLine(parts.join(' '));
}

function describeCommitment({ sha256, createdAt }: NonNullable<Stage['commitment']>): HTMLElement {
  const line = createLine(`Commitment of ${formatTime(createdAt)}: `);
  line.append(element('code', {}, sha256), `. ${proof}`);
  return line;
}

function createLine(text: string): HTMLElement {
  return element('p', { className: 'soft small wide' }, text);
}
