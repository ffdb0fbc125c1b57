import type { WorkFile } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import { findKind } from '../media/load-media.ts';

interface Editor {
  readonly node: HTMLElement;
  readonly control: HTMLElement;
}

interface Tabs {
  readonly nodes: readonly Node[];
  readonly control: HTMLElement;
}

/** Creates an editor for each file of these kinds. With several files, buttons choose the one that is shown. */
export function createFileTabs(
  files: readonly WorkFile[],
  kinds: readonly string[],
  createEditor: (file: WorkFile, name: string) => Editor,
): Tabs {
  const named = files.map((file, index) => ({ file, name: say('file', { number: index + 1 }) }));
  const usable = named.filter(({ file }) => kinds.includes(findKind(file)));
  if (usable.length === 0) {
    const notice = element('p', { className: 'notice warn', tabIndex: -1 }, say('noFile'));
    return { nodes: [notice], control: notice };
  }
  const editors = usable.map(({ file, name }) => createEditor(file, name));
  const choose = (chosen: number): void => {
    for (const [index, { node }] of editors.entries()) node.hidden = index !== chosen;
    for (const [index, tab] of tabs.entries()) tab.setAttribute('aria-pressed', String(index === chosen));
  };
  const tabs = usable.map(({ name }, index) => button(name, () => choose(index), { kind: 'slim' }));
  choose(0);
  const bar = element('div', { className: 'tools' }, ...tabs);
  bar.hidden = tabs.length < 2;
  return { nodes: [bar, ...editors.map(({ node }) => node)], control: editors[0]?.control ?? bar };
}
