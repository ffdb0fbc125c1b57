import { removeZeroWidth } from './remove-zero-width.ts';

/** A text in the standard form, and the steps that changed it. */
export interface StandardText {
  readonly text: string;
  readonly steps: readonly StandardStep[];
}

/** The steps of the standard form that concern characters, in their order. */
export type StandardStep = 'control-characters' | 'line-ends' | 'zero-width' | 'nfc';

const steps: readonly (readonly [StandardStep, (text: string) => string])[] = [
  ['control-characters', removeControls],
  ['line-ends', (text) => text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')],
  ['zero-width', removeZeroWidth],
  ['nfc', composeCharacters],
];

/** Brings the characters of a text into the standard form. A second pass changes nothing. */
export function standardizeCharacters(text: string): StandardText {
  const applied: StandardStep[] = [];
  let current = text;
  for (const [name, apply] of steps) {
    const next = apply(current);
    if (next !== current) applied.push(name);
    current = next;
  }
  return { text: current, steps: applied };
}

/** Colors and cursor movements of terminals (ECMA-48 §5.4), whose letters would remain without their escape. */
const terminalSequence = /\u001b\[[0-?]*[ -/]*[@-~]/g;
/** All of C0, DEL and C1 but tab and the line ends, and noncharacters. */
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** No language writes as many marks on one letter. Sorting them takes a time that grows with the square of their number. */
const longMarkRun = /((?<!\p{M})\p{M}{64,})/u;

/** Composes all characters except those with so many marks that they are none of a text. */
function composeCharacters(text: string): string {
  if (!longMarkRun.test(text)) return text.normalize('NFC');
  const parts = text.split(longMarkRun);
  return parts.map((part, index) => (index % 2 === 0 ? part.normalize('NFC') : part)).join('');
}

function removeControls(text: string): string {
  return text.replace(terminalSequence, '').replace(control, '');
}
