import type { Project } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { fillSelect } from './select.ts';
import { readPlace } from './place.ts';

/** Returns the project of the address, else that of the last visit, else the first one. */
export function chooseProject(projects: readonly Project[], id: string | undefined): Project | undefined {
  const find = (requested: string | undefined): Project | undefined =>
    projects.find((project) => project.id === requested);
  return find(id) ?? find(readPlace().projectId) ?? projects[0];
}

interface ProjectChoiceOptions {
  readonly id: string;
  readonly projects: readonly Project[];
  readonly current: Project;
  readonly onChange: (projectId: string) => void;
}

/** Creates the select of the project in the heading of a page. */
export function createProjectChoice(options: ProjectChoiceOptions): HTMLElement {
  const { id, projects, current, onChange } = options;
  const select = element('select', { id });
  const choices = projects.map((project) => ({ value: project.id, text: project.name }));
  fillSelect(select, choices, current.id);
  select.addEventListener('change', () => onChange(select.value));
  return element('div', { className: 'field' }, element('label', { htmlFor: id }, 'Project'), select);
}
