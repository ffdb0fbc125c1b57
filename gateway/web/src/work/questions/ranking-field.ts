import type { QuestionOption } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { formatNumber, say } from '../parts/language.ts';
import type { Field, FieldInput } from './field.ts';
import { surveyText } from './field.ts';

/** All options in an order, the best one first. The first order is no answer until the worker moves an option or confirms it. */
export function createRanking({ question, task, value, describedBy, change }: FieldInput): Field {
  let order = readOrder(question.options, value);
  const list = element('ol', { className: 'ranking' });
  const confirm = element('input', { type: 'checkbox', checked: value !== undefined });
  confirm.setAttribute('aria-describedby', describedBy);
  const publish = (): void => change(confirm.checked ? order.map((option) => option.value) : undefined);

  const move = (from: number, to: number): void => {
    const moved = order[from];
    if (moved === undefined) return;
    order = order.toSpliced(from, 1).toSpliced(to, 0, moved);
    confirm.checked = true;
    draw();
    publish();
    const buttons = [...(list.children[to]?.querySelectorAll('button') ?? [])];
    const same = to < from ? buttons[0] : buttons[1];
    (same?.disabled === false ? same : buttons.find(({ disabled }) => !disabled))?.focus();
    announce(say('moved', { option: moved.label, position: to + 1 }));
  };
  const draw = (): void => {
    const rows = order.map((option, index) => {
      const step = (text: 'moveUp' | 'moveDown', sign: string, to: number): HTMLElement =>
        button(sign, () => move(index, to), {
          kind: 'slim',
          ariaLabel: say(text, { option: option.label }),
          disabled: to < 0 || to >= order.length,
        });
      return element(
        'li',
        {},
        element('span', { className: 'place' }, formatNumber(index + 1)),
        surveyText(option.label, task.language, 'grow'),
        step('moveUp', '↑', index - 1),
        step('moveDown', '↓', index + 1),
      );
    });
    list.replaceChildren(...rows);
  };
  confirm.addEventListener('change', publish);
  draw();
  const help = element('p', { className: 'soft small' }, say('rankingHelp'));
  return {
    nodes: [help, list, element('label', { className: 'option' }, confirm, say('useOrder'))],
    control: confirm,
  };
}

function readOrder(options: readonly QuestionOption[], value: unknown): readonly QuestionOption[] {
  if (!Array.isArray(value)) return options;
  return (value as readonly string[]).flatMap((chosen) =>
    options.filter((option) => option.value === chosen),
  );
}
