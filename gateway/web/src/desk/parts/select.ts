import { element } from '../../shared/dom.ts';

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Replaces the options of a select. The selected value stays when it is among the new options. */
export function fillSelect(
  select: HTMLSelectElement,
  choices: readonly Choice[],
  selected: string | undefined = select.value,
): void {
  const shown = [...select.options].map(({ value, text }) => ({ value, text }));
  // An unchanged list is left as it is, because replacing it would close an open select.
  if (JSON.stringify(shown) !== JSON.stringify(choices)) {
    select.replaceChildren(...choices.map(({ value, text }) => element('option', { value }, text)));
  }
  if (choices.some(({ value }) => value === selected)) select.value = selected;
}
