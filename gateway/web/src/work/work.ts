/** The page of people who work on crowd jobs. The address names a job or the preview of a survey; otherwise the page lists all jobs. */

import { byId, button, element } from '../shared/dom.ts';
import { openJob } from './job/open-job.ts';
import { enterLanguage, findDirection, keepLanguage, say } from './parts/language.ts';
import { openList } from './list/open-list.ts';
import { openPreview } from './preview/open-preview.ts';
import { attempt } from './parts/problem.ts';
import { languageNames } from './texts/catalogs.ts';
import type { Language } from './texts/catalogs.ts';

const current = enterLanguage();
document.title = `${say('work')} · Assay`;
showLanguages();
showConnection();
addEventListener('online', showConnection);
addEventListener('offline', showConnection);

const [, , , jobId = '', ...previewed] = location.pathname.split('/').map(decodeURIComponent);
byId('all-jobs').textContent = say('allJobs');
byId('all-jobs').hidden = jobId === '';
attempt(openView);

/** Opens the view of the address. The fragment of a preview contains values, which a person may change. */
async function openView(): Promise<void> {
  const [templateId, surveyVersionId] = previewed;
  if (templateId !== undefined && surveyVersionId !== undefined) {
    addEventListener('hashchange', () => attempt(() => openPreview({ templateId, surveyVersionId })));
    await openPreview({ templateId, surveyVersionId });
  } else await (jobId === '' ? openList() : openJob(jobId));
}

/** The page loads again in the chosen language. Answers that are not submitted are stored. */
function showLanguages(): void {
  const names = Object.entries(languageNames) as readonly (readonly [Language, string])[];
  const buttons = names.map(([language, name]) => {
    const node = button(
      name,
      () => {
        keepLanguage(language);
        location.reload();
      },
      { kind: 'slim quiet', lang: language, dir: findDirection(language) },
    );
    node.setAttribute('aria-pressed', String(language === current));
    return element('li', {}, node);
  });
  byId('languages').replaceChildren(element('ul', {}, ...buttons));
  byId('languages').ariaLabel = say('language');
}

function showConnection(): void {
  byId('offline').textContent = navigator.onLine ? '' : say('offline');
}
