import type { Survey, WorkFile } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { showView } from '../parts/show-view.ts';
import { say } from '../parts/language.ts';
import { createGallery } from '../media/file-gallery.ts';
import { surveyText } from '../questions/field.ts';
import { createQuestionForm } from '../questions/question-form.ts';
import type { QuestionType } from '../parts/types.ts';

/** Shows a survey as a worker sees it. The answers stay in the page, which checks them. */
export function showPreview({ title, introduction, language, questions }: Survey): void {
  const files = listSamples(new Set(questions.map(({ type }) => type)));
  const refreshLink = (fileId: string): Promise<string> => Promise.resolve(findAsset(fileId));
  const task = { files, language, refreshLink };
  const result = element('p', { className: 'notice good', role: 'status', hidden: true });
  const form = createQuestionForm(questions, task, new Map(), () => (result.hidden = true));
  const check = (): void => {
    result.hidden = form.collect() === undefined;
    result.textContent = result.hidden ? '' : say('previewChecked');
    announce(result.textContent);
  };
  const samples = files.length === 0 ? '' : ` ${say('previewSamples')}`;
  showView(
    element(
      'article',
      { className: 'task' },
      element('h1', {}, surveyText(title, language)),
      element('p', { className: 'notice warn' }, `${say('previewNotice')}${samples}`),
      ...createInstructions(introduction, language),
      createGallery(task),
      form.node,
      result,
      element('div', { className: 'actions' }, button(say('submit'), check, { kind: 'main' })),
    ),
  );
}

function createInstructions(introduction: string | null, language: string): readonly HTMLElement[] {
  if (introduction === null) return [];
  const text = element('p', { className: 'plain' }, surveyText(introduction, language));
  return [element('section', { className: 'card' }, element('h2', {}, say('instructions')), text)];
}

/** Lists the sample files that stand for the files of a task, for the questions that are answered with files. */
function listSamples(types: ReadonlySet<QuestionType>): readonly WorkFile[] {
  const image = {
    fileId: 'sample.svg',
    mimeType: 'image/svg+xml',
    width: 1_200,
    height: 800,
    durationSeconds: null,
  };
  const tone = { fileId: 'sample.wav', mimeType: 'audio/wav', width: null, height: null, durationSeconds: 6 };
  const needed = [
    ...(types.has('region') || types.has('file_choice') ? [image] : []),
    ...(types.has('time_range') || types.has('file_choice') ? [tone] : []),
  ];
  return needed.map((file) => ({ ...file, url: findAsset(file.fileId) }));
}

/** The samples are among the assets of the page. */
function findAsset(name: string): string {
  return new URL(`../../${name}`, import.meta.url).href;
}
