import { element, fillSelect } from '../../dom.ts';
import { attempt } from '../dataset-errors.ts';
import type { DatasetVersion } from '../dataset-types.ts';
import { createIssueList } from './issue-list.ts';
import { createSection } from '../section.ts';
import { issueTypes } from '../texts.ts';

/** Creates the section with the issues of a version, which a person should look at. */
export async function createIssues(version: DatasetVersion): Promise<HTMLElement> {
  const place = element('div', {});
  const type = element('select', {});
  const choices = Object.entries(issueTypes).map(([value, text]) => ({ value, text }));
  fillSelect(type, [{ value: '', text: 'All types' }, ...choices], '');
  const load = async (): Promise<void> => {
    const chosen = type.value;
    const list = await createIssueList({ version, type: chosen });
    if (type.value === chosen) place.replaceChildren(list);
  };
  type.addEventListener('change', () => attempt(load));
  await load();
  return createSection('Issues', element('label', { className: 'narrow-field' }, 'Type', type), place);
}
