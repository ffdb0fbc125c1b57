import type { DatasetVersion } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { createIssueList } from './issue-list.ts';
import { createSection } from '../../parts/section.ts';
import { isFinished, issueTypes, nameVersion } from '../parts/texts.ts';

/** Creates the section with the issues of a version, or with the duplicates between it and another version. */
export async function createIssues(
  version: DatasetVersion,
  versions: readonly DatasetVersion[],
): Promise<HTMLElement> {
  const place = element('div', {});
  const type = element('select', {});
  const choices = Object.entries(issueTypes).map(([value, text]) => ({ value, text }));
  fillSelect(type, [{ value: '', text: 'All types' }, ...choices], '');
  const others = versions.filter((other) => other.id !== version.id && isFinished(other));
  const against = element('select', {});
  const names = others.map((other) => ({ value: other.id, text: nameVersion(other, versions) }));
  fillSelect(against, [{ value: '', text: 'This version only' }, ...names], '');
  const load = async (): Promise<void> => {
    const filter = readFilter();
    const shown = JSON.stringify(filter);
    const none = 'Both versions have no file with the same bytes.';
    const list = await createIssueList({ version, filter, ...(filter.against === '' ? {} : { none }) });
    if (JSON.stringify(readFilter()) !== shown) return;
    // Between two versions, all issues have the same type.
    type.disabled = filter.against !== '';
    place.replaceChildren(list);
  };
  const readFilter = () => ({ type: against.value === '' ? type.value : '', against: against.value });
  for (const select of [type, against]) select.addEventListener('change', () => attempt(load));
  await load();
  return createSection(
    'Issues',
    element(
      'div',
      { className: 'fields' },
      element('label', { className: 'narrow-field' }, 'Type', type),
      others.length === 0
        ? undefined
        : element('label', { className: 'narrow-field' }, 'Duplicates with', against),
    ),
    place,
  );
}
