/** Fields for what is claimed, made from what the catalog says of each claim. */

import { element } from './dom.mjs';

/**
 * Puts a field for each claim into its place: what must be said into `required`, the rest into `optional`. What was typed
 * stays where the claim is asked for again. `taken` keeps what is typed now: it says what of that is claimed for a pipeline.
 */
export function createClaimFields({ required, optional }) {
  const typed = new Map();
  let shown = '';
  const show = (fields) => {
    // Nobody loses the field they are typing in.
    if (shown === JSON.stringify(fields)) return;
    shown = JSON.stringify(fields);
    const controls = new Map();
    const nodes = fields.map((field) => {
      const control = controlFor(field);
      control.value = typed.get(field.key) ?? '';
      control.addEventListener('input', () => typed.set(field.key, control.value));
      controls.set(field.key, control);
      return { field, node: labelled(field, control) };
    });
    takePairs(controls);
    const of = (isRequired) =>
      nodes.filter(({ field }) => field.isRequired === isRequired).map(({ node }) => node);
    required.replaceChildren(...of(true));
    optional.replaceChildren(...of(false));
  };
  const taken = () => {
    const said = new Map(typed);
    return ({ requiredContextFields, optionalContextFields }) => {
      const fields = [...requiredContextFields, ...optionalContextFields];
      const given = fields.map((field) => [field.key, valueOf(field, said.get(field.key) ?? '')]);
      return Object.fromEntries(given.filter(([, value]) => value !== undefined));
    };
  };
  const clear = () => {
    typed.clear();
    shown = '';
  };
  return { show, taken, clear };
}

const inputs = {
  number: { type: 'number', step: 'any' },
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
  string: { type: 'text', maxLength: 2000 },
};

function controlFor({ key, type, isRequired, enumValues, minimum, maximum }) {
  const id = `claim-${key}`;
  const given = { id, required: isRequired, 'aria-describedby': `${id}-help` };
  if (type === 'enum') return choice(given, enumValues);
  if (type === 'boolean') return choice(given, ['true', 'false'], ['Yes', 'No']);
  if (key.endsWith('_text')) return element('textarea', { ...given, rows: 3, maxLength: 2000 });
  const range = { min: minimum ?? undefined, max: maximum ?? undefined };
  const list = key === 'timezone' ? { list: timeZones() } : {};
  const control = element('input', { ...given, ...inputs[type], ...range, autocomplete: 'off' });
  for (const [name, value] of Object.entries(list)) control.setAttribute(name, value);
  return control;
}

function choice(given, values, texts = values) {
  const options = values.map((value, index) => element('option', { value }, texts[index]));
  return element('select', given, element('option', { value: '' }, 'Not said'), ...options);
}

function labelled({ key, label, description, isRequired }, control) {
  const { id } = control;
  const help = element('p', { id: `${id}-help`, className: 'soft small' }, description);
  const isWide = key.endsWith('_text') ? 'claim wide' : 'claim';
  const name = element('label', { htmlFor: id }, isRequired ? `${label} (needed)` : label);
  return element('div', { className: isWide }, name, control, help);
}

function valueOf({ type }, text) {
  if (text.trim() === '') return undefined;
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text.trim();
}

/** Maps give a place as "48.2, 16.37": pasted into either field it goes into both. */
function takePairs(controls) {
  const latitude = [...controls].find(([key]) => key.endsWith('_lat'))?.[1];
  const longitude = [...controls].find(([key]) => key.endsWith('_lng'))?.[1];
  if (latitude === undefined || longitude === undefined) return;
  const take = (event) => {
    const pair = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/u.exec(
      event.clipboardData.getData('text'),
    );
    if (pair === null) return;
    event.preventDefault();
    [latitude, longitude].forEach((control, index) => {
      control.value = pair[index + 1];
      control.dispatchEvent(new Event('input'));
    });
  };
  for (const control of [latitude, longitude]) control.addEventListener('paste', take);
}

/** A list of the zones this browser knows, to choose from while typing; made once. */
function timeZones() {
  const id = 'time-zones';
  if (document.getElementById(id) === null) {
    const zones = Intl.supportedValuesOf?.('timeZone') ?? [];
    document.body.append(element('datalist', { id }, ...zones.map((value) => element('option', { value }))));
  }
  return id;
}
