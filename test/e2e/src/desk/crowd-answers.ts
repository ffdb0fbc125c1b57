import type { Rest } from '@assay/test-kit/rest';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { inEachView, keepFile } from '../screenshots.ts';

/** Answers to the questions of a survey, by their keys. */
type Values = Readonly<Record<string, unknown>>;

interface Claim {
  readonly files: readonly { readonly fileId: string }[];
}

/** Creates a job with two answers to each file. Resolves to its id. */
export async function createTestJob(
  rest: Rest,
  projectId: string,
  fileIds: readonly string[],
): Promise<string> {
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
  const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
    title: 'Changed photographs',
    questions: [
      { key: 'changed', type: 'boolean', label: 'Was something changed?', required: true },
      { key: 'place', type: 'region', label: 'Where?', showIf: { questionKey: 'changed', equals: true } },
    ],
  });
  const { body: job } = await rest.post('/v2/crowd-jobs', {
    projectId,
    fileIds,
    name: 'Quay & <i>crane</i>',
    title: 'Changed?',
    description: 'Look at it.',
    surveyTemplateVersionId: survey.id,
    maxRepetitionsPerVariant: 2,
    rewardCents: 10,
  });
  return job.id;
}

/** Claims the next task of a job and submits an answer to it. Resolves to the answer. */
export async function submitAnswer(
  rest: Rest,
  jobId: string,
  write: (claim: Claim) => Values,
): Promise<{ readonly id: string }> {
  const claim = await rest.post(`/v2/crowd-jobs/${jobId}/claims`);
  expect(claim).toMatchObject({ status: 201 });
  const answers = Object.entries(write(claim.body)).map(([questionKey, value]) => ({ questionKey, value }));
  const submitted = await rest.post(`/v2/claims/${claim.body.claimId}/answers`, { answers });
  expect(submitted).toMatchObject({ status: 201 });
  return submitted.body;
}

/** Keeps screenshots of the page, and expects that it is accessible, has targets of 44 px, and never scrolls sideways. */
export async function expectGoodPage(page: Page, name: string): Promise<void> {
  await inEachView(page, async (view) => {
    const bytes = await page.screenshot({ fullPage: true, animations: 'disabled' });
    keepFile(`desk-crowd-${name}-${view}.png`, bytes);
    expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
    expect([view, await page.evaluate(overflow)]).toEqual([view, 0]);
  });
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(overflow)).toBe(0);
  expect(await page.evaluate(smallTargets)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Runs in the page: how much wider it is than its window. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Runs in the page: the controls that are lower than 44 px. The label of a box is part of its target. */
const smallTargets = `[...document.querySelectorAll('#page-crowd :is(button, a.button, select, input, textarea, .item-link), dialog :is(button, select, input, textarea)')]
  .map((one) => one.closest('label') ?? one)
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map((one) => one.outerHTML)`;
