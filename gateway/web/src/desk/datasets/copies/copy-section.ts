import { listProjects } from '../../parts/api.ts';
import { element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { readPlace } from '../../parts/place.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { createFilePicker } from './file-picker.ts';
import type { FilePage } from './file-picker.ts';

interface CopySectionOptions {
  readonly title: string;
  readonly note: string;
  /** Reads the files to choose from. */
  readonly load: (projectId: string, page: number) => Promise<FilePage>;
  readonly onCopy: (projectId: string, fileIds: readonly string[]) => Promise<void>;
  /** True: another project has other files to choose from. */
  readonly isFromProject: boolean;
}

/** Creates a section that copies files between a dataset and a project. It is closed at first, and loads when it is opened. */
export function createCopySection(options: CopySectionOptions): HTMLElement {
  const { title, note, load, onCopy, isFromProject } = options;
  const project = element('select', {});
  const place = element('div', {});
  const showFiles = async (): Promise<void> => {
    const projectId = project.value;
    const first = await load(projectId, 1);
    if (project.value !== projectId) return;
    const picker = createFilePicker({
      first,
      load: (page) => load(projectId, page),
      onCopy: (fileIds) => onCopy(project.value, fileIds),
    });
    const none = element('p', { className: 'soft' }, 'There are no files.');
    place.replaceChildren(first.total === 0 ? none : picker);
  };
  if (isFromProject) project.addEventListener('change', () => attempt(showFiles));
  const open = async (): Promise<void> => {
    const projects = await listProjects();
    if (projects.length === 0) {
      const none = 'This organization has no projects yet. Create one on the page “Cases”.';
      body.replaceChildren(element('p', { className: 'soft' }, none));
      return;
    }
    const choices = projects.map(({ id, name }) => ({ value: id, text: name }));
    fillSelect(project, choices, readPlace().projectId);
    await showFiles();
  };
  const body = element(
    'div',
    { className: 'stack' },
    element('p', { className: 'soft' }, note),
    element('label', { className: 'narrow-field' }, 'Project', project),
    place,
  );
  const details = element('details', { className: 'past' }, element('summary', {}, title), body);
  details.addEventListener('toggle', () => {
    if (details.open) attempt(open);
  });
  return element('div', { className: 'sheet' }, details);
}
