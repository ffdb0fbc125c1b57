/** Form fields for claims, built from the descriptions in the catalog. */

import type { ContextField, Pipeline } from '../../shared/api/api-types.ts';
import type { Claims } from '../parts/api-types.ts';
import { element } from '../../shared/dom.ts';
import type { RequestedClaim } from './pipelines.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** Returns the claims that a pipeline reads. */
export type ReadClaims = (pipeline: Pipeline) => Claims;

interface Containers {
  readonly required: HTMLElement;
  readonly optional: HTMLElement;
}

export interface ClaimFields {
  show(fields: readonly RequestedClaim[]): void;
  /** Keeps the values as they are now. */
  capture(): ReadClaims;
  clear(): void;
}

/** Shows a field for each claim in one of the two containers. A value stays when its claim is shown again. */
export function createClaimFields({ required, optional }: Containers): ClaimFields {
  const values = new Map<string, string>();
  let shown = '';
  return {
    show(fields) {
      // Replacing an unchanged field would take the focus from the person who types in it.
      if (shown === JSON.stringify(fields)) return;
      shown = JSON.stringify(fields);
      const controls = new Map(fields.map((field) => [field.key, createControl(field, values)]));
      linkCoordinates(controls);
      const build = (isRequired: boolean): HTMLElement[] =>
        fields.flatMap((field) => {
          const control = controls.get(field.key);
          return control === undefined || field.isRequired !== isRequired ? [] : [addLabel(field, control)];
        });
      required.replaceChildren(...build(true));
      optional.replaceChildren(...build(false));
    },
    capture() {
      const captured = new Map(values);
      return (pipeline) => readClaims(pipeline, captured);
    },
    clear() {
      values.clear();
      shown = '';
    },
  };
}

function readClaims(pipeline: Pipeline, values: ReadonlyMap<string, string>): Claims {
  const fields = [...pipeline.requiredContextFields, ...pipeline.optionalContextFields];
  const claims = fields.flatMap((field): [string, Claims[string]][] => {
    const value = parseValue(field, values.get(field.key) ?? '');
    return value === undefined ? [] : [[field.key, value]];
  });
  return Object.fromEntries(claims);
}

function parseValue({ type }: ContextField, text: string): Claims[string] | undefined {
  if (text.trim() === '') return undefined;
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text.trim();
}

function createControl(field: RequestedClaim, values: Map<string, string>): Control {
  const control = buildControl(field);
  control.value = values.get(field.key) ?? '';
  control.addEventListener('input', () => values.set(field.key, control.value));
  return control;
}

const inputs: Readonly<
  Record<string, { readonly type: string; readonly step?: string; readonly maxLength?: number }>
> = {
  number: { type: 'number', step: 'any' },
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
  string: { type: 'text', maxLength: 2000 },
};

function buildControl({ key, type, isRequired, enumValues, minimum, maximum }: RequestedClaim): Control {
  const id = `claim-${key}`;
  const common = { id, required: isRequired, 'aria-describedby': `${id}-help` };
  if (type === 'enum') return buildSelect(common, enumValues);
  if (type === 'boolean') return buildSelect(common, ['true', 'false'], ['Yes', 'No']);
  if (isLongText(key)) return element('textarea', { ...common, rows: 3, maxLength: 2000 });
  const range = { min: minimum ?? undefined, max: maximum ?? undefined };
  const control = element('input', { ...common, ...inputs[type], ...range, autocomplete: 'off' });
  if (key === 'timezone') control.setAttribute('list', createTimeZones());
  return control;
}

const isLongText = (key: string): boolean => key.endsWith('_text');

function buildSelect(
  properties: Readonly<Record<string, string | boolean>>,
  values: readonly string[],
  texts: readonly string[] = values,
): HTMLSelectElement {
  const options = values.map((value, index) => element('option', { value }, texts[index]));
  return element('select', properties, element('option', { value: '' }, 'Not specified'), ...options);
}

function addLabel({ key, label, description, isRequired }: RequestedClaim, control: Control): HTMLElement {
  const { id } = control;
  const help = element('p', { id: `${id}-help`, className: 'soft small' }, description);
  const className = isLongText(key) ? 'claim wide' : 'claim';
  const name = element('label', { htmlFor: id }, isRequired ? `${label} (required)` : label);
  return element('div', { className }, name, control, help);
}

const coordinates = /^\s*(-?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d+(?:\.\d+)?)\s*$/u;

/** Maps copy a place as "48.2, 16.37". Pasted into one field, it fills both. */
function linkCoordinates(controls: ReadonlyMap<string, Control>): void {
  const latitude = [...controls].find(([key]) => key.endsWith('_lat'))?.[1];
  const longitude = [...controls].find(([key]) => key.endsWith('_lng'))?.[1];
  if (latitude === undefined || longitude === undefined) return;
  for (const control of [latitude, longitude]) {
    control.addEventListener('paste', (event) => {
      if (!(event instanceof ClipboardEvent)) return;
      const place = coordinates.exec(event.clipboardData?.getData('text') ?? '');
      if (place === null) return;
      event.preventDefault();
      for (const [index, filled] of [latitude, longitude].entries()) {
        filled.value = place[index + 1] ?? '';
        filled.dispatchEvent(new Event('input'));
      }
    });
  }
}

/** Adds the time zones of this browser as suggestions, once. Returns the id of the list. */
function createTimeZones(): string {
  const id = 'time-zones';
  if (document.getElementById(id) === null) {
    const zones = Intl.supportedValuesOf('timeZone');
    document.body.append(element('datalist', { id }, ...zones.map((value) => element('option', { value }))));
  }
  return id;
}
