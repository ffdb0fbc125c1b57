/** The preview of a survey for requesters. Nothing is claimed, and no answer leaves the page. */

import type { PathOf } from '../../shared/api/calls.ts';
import { api } from '../parts/api.ts';
import { element } from '../../shared/dom.ts';
import { showView } from '../parts/show-view.ts';
import { say } from '../parts/language.ts';
import { showLine, signInLink } from '../parts/problem.ts';
import { ApiError } from '../../shared/api-error.ts';
import { readTabKey } from '../../shared/tab-key.ts';
import { useCredential } from '../parts/request.ts';
import { showPreview } from './preview-view.ts';

/** Opens the preview of a version with the values of the fragment. */
export async function openPreview(address: PathOf<'previewSurveyVersion'>): Promise<void> {
  const organizationId = new URLSearchParams(location.search).get('organizationId') ?? '';
  const apiKey = readTabKey();
  useCredential({ kind: 'requester', organizationId, apiKey: apiKey === '' ? undefined : apiKey });
  showView(element('p', { className: 'waiting soft' }, say('loading')));
  const values = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  try {
    showPreview((await api.previewSurveyVersion({ ...address, body: { values } })).survey);
  } catch (error) {
    showView();
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) showSignIn();
    else if (error.status === 403 || error.status === 404) showLine(say('previewUnknown'), true);
    else if (error.status === 400) showLine(say('previewValues'));
    else throw error;
  }
}

function showSignIn(): void {
  const link = signInLink(say('signIn'), 'button main');
  showView(
    element(
      'article',
      { className: 'card' },
      element('h1', {}, say('previewSignIn')),
      element('div', { className: 'actions' }, link),
    ),
  );
}
