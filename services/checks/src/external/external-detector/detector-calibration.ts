import { readFile } from 'node:fs/promises';
import type { ChangeKind } from '../../search/change-kinds.ts';
import { changeShares } from '../../search/change-shares.ts';
import type { ScoreCalibration } from '../../likelihood/score-calibration.ts';

/**
 * What was measured of an external detector, on scenes it was not made from: how many innocent scenes and how many altered or
 * generated ones score above each step. Whoever plugs a detector in measures it; no score is believed without.
 */
export interface DetectorCalibration extends ScoreCalibration {
  /** The detector's name, as reports give it. */
  readonly detector: string;
  /** What its score speaks for. */
  readonly proposition: 'manipulated' | 'synthetic';
  /** For `manipulated`: the kinds of change it looks for. */
  readonly searchesFor: readonly ChangeKind[];
  /** The types of file it was measured on; others are not sent to it. */
  readonly mimeTypes: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the calibration from a JSON file. Rejects with a sentence that names the file and the first member that is wrong. */
export async function loadDetectorCalibration(file: string): Promise<DetectorCalibration> {
  try {
    return toCalibration(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} is no calibration of a detector: ${problem}`, { cause });
  }
}

function toCalibration(value: unknown): DetectorCalibration {
  const fields = asFields(value, 'it');
  const proposition = fields['proposition'];
  if (proposition !== 'manipulated' && proposition !== 'synthetic')
    throw new Error('proposition must be manipulated or synthetic');
  const searchesFor = textsOf(fields, 'searchesFor').map(asChange);
  if (proposition === 'manipulated' && searchesFor.length === 0)
    throw new Error('searchesFor must name a kind of change');
  const innocentScenes = countOf(fields, 'innocentScenes');
  const alteredScenes = countOf(fields, 'alteredScenes');
  return {
    detector: textOf(fields, 'detector'),
    version: textOf(fields, 'version'),
    proposition,
    searchesFor,
    mimeTypes: textsOf(fields, 'mimeTypes'),
    innocentScenes,
    alteredScenes,
    steps: stepsOf(fields, { innocentScenes, alteredScenes }),
  };
}

function stepsOf(
  fields: Fields,
  { innocentScenes, alteredScenes }: Pick<ScoreCalibration, 'innocentScenes' | 'alteredScenes'>,
): ScoreCalibration['steps'] {
  const steps = listOf(fields, 'steps').map((step) => {
    const inner = asFields(step, 'a step');
    const above = inner['above'];
    if (typeof above !== 'number' || !Number.isFinite(above)) throw new Error('above must be a number');
    const falseAlarms = countOf(inner, 'falseAlarms');
    const found = countOf(inner, 'found');
    if (falseAlarms > innocentScenes || found > alteredScenes)
      throw new Error('a step must not count more scenes than there are');
    return { above, falseAlarms, found };
  });
  return steps.toSorted((one, other) => one.above - other.above);
}

function asChange(text: string): ChangeKind {
  if (!Object.hasOwn(changeShares, text)) throw new Error(`searchesFor names the unknown change ${text}`);
  // A key of changeShares, whose type has just these.
  return text as ChangeKind;
}

function asFields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} must be an object`);
  return value as Fields;
}

function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length === 0)
    throw new Error(`${name} must be a list that is not empty`);
  return value;
}

function textsOf(fields: Fields, name: string): readonly string[] {
  if (fields[name] === undefined) return [];
  return listOf(fields, name).map((value) => asText(value, name));
}

function textOf(fields: Fields, name: string): string {
  return asText(fields[name], name);
}

function asText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${name} must be text`);
  return value;
}

function countOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (!Number.isInteger(value) || Number(value) < 0) throw new Error(`${name} must be a count`);
  return Number(value);
}
