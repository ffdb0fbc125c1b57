import { api } from '../../parts/api.ts';
import { button, element } from '../../../shared/dom.ts';
import { attempt } from './crowd-errors.ts';
import type { VersionName } from './survey-api.ts';

/** Creates a button that opens the survey in a new tab as workers see it. */
export function createPreviewButton(resolveVersion: () => Promise<VersionName | undefined>): HTMLElement {
  const problem = element('p', { className: 'notice bad', role: 'alert', hidden: true });
  const fail = (text: string): void => {
    problem.textContent = text;
    problem.hidden = false;
  };
  const open = async (): Promise<void> => {
    // Browsers only open a tab while they handle the press. The tab gets a copy of the key that this tab keeps.
    const tab = window.open('', '_blank');
    problem.hidden = true;
    if (tab === null) {
      fail('The browser has blocked the new tab. Allow pop-ups for this page, and try again.');
      return;
    }
    try {
      const version = await resolveVersion();
      if (version !== undefined) {
        tab.location.replace((await api.previewSurveyVersion(version)).previewUrl);
        return;
      }
      tab.close();
      fail('The template of this survey does not exist any more.');
    } catch (error) {
      tab.close();
      throw error;
    }
  };
  const node = button('Preview the survey', () => attempt(open), { kind: 'slim' });
  return element('div', {}, node, problem);
}
