import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import type { DatasetIssue } from '../../../shared/api/api-types.ts';
import { button, element } from '../../../shared/dom.ts';
import type { IssueFilter, VersionName } from '../parts/dataset-api.ts';
import { attempt } from '../parts/dataset-errors.ts';
import type { IssueType } from '../parts/dataset-types.ts';
import { createFileCard } from './file-card.ts';
import { countFiles, explainRemoval, issueTypes, readFacts, titleIssue } from '../parts/texts.ts';

interface IssueListOptions {
  readonly version: VersionName;
  readonly filter: IssueFilter;
  /** The files that a clean removed. Only issues with one of them are listed. */
  readonly removedIds?: ReadonlySet<string> | undefined;
  /** The text in place of an empty list. */
  readonly none?: string;
}

const maxCards = 12;
const unread = 'No exact duplicates were found. A clean reads the files and finds other issues.';

/** Lists the issues of a version, with the images of each group. */
export async function createIssueList(options: IssueListOptions): Promise<HTMLElement> {
  const { version, filter, removedIds } = options;
  const list = element('ul', { className: 'runs issues' });
  const note = element('p', { className: 'soft', hidden: true });
  const more = button('Show more', () => attempt(load), { kind: 'slim', hidden: true });
  let cursor: string | null = '';
  async function load(): Promise<void> {
    const page = await api.listDatasetIssues({
      ...identifyVersion(version),
      type: filter.type === '' ? undefined : (filter.type as IssueType),
      against: filter.against === '' ? undefined : filter.against,
      limit: 20,
      cursor: cursor ?? '',
    });
    const issues = page.data.filter(
      ({ fileIds }) => removedIds === undefined || fileIds.some((id) => removedIds.has(id)),
    );
    const isFirst = cursor === '';
    const items = issues.map((issue) => createItem(issue, options));
    list.append(...items);
    cursor = page.nextCursor;
    more.hidden = cursor === null;
    list.hidden = list.children.length === 0;
    note.textContent = options.none ?? (page.scannedAt === null ? unread : 'No issues were found.');
    note.hidden = !list.hidden || cursor !== null;
    if (!isFirst) items[0]?.focus();
  }
  await load();
  return element('div', { className: 'stack' }, note, list, more);
}

function createItem(issue: DatasetIssue, { filter, removedIds }: IssueListOptions): HTMLElement {
  const { fileIds, score } = issue;
  const shown = fileIds.slice(0, maxCards);
  const rest = fileIds.length - shown.length;
  const title = filter.against === '' ? titleIssue(issue) : issueTypes.exact_duplicate;
  return element(
    'li',
    { tabIndex: -1 },
    element('h3', {}, title),
    element('p', {}, explain(issue, removedIds !== undefined)),
    score < 1
      ? element('p', { className: 'soft small' }, `Confidence: ${Math.floor(score * 100)} %`)
      : undefined,
    element(
      'ul',
      { className: 'cards', 'aria-label': 'Files' },
      ...shown.map((id) => createFileCard(id, describeFate(id, issue, removedIds))),
    ),
    rest > 0 ? element('p', { className: 'soft small' }, `and ${countFiles(rest)} more`) : undefined,
  );
}

function explain(issue: DatasetIssue, isRemoval: boolean): string {
  const reason = readFacts(issue).reason ?? issue.type;
  if (issue.explanation !== '') return issue.explanation;
  return isRemoval
    ? `Removed because ${explainRemoval(reason)}.`
    : `A clean removes it because ${explainRemoval(reason)}.`;
}

function describeFate(
  fileId: string,
  issue: DatasetIssue,
  removedIds: ReadonlySet<string> | undefined,
): string | undefined {
  if (removedIds !== undefined) return removedIds.has(fileId) ? 'Removed' : 'Kept';
  return readFacts(issue).keptFileId === fileId ? 'Kept' : undefined;
}
