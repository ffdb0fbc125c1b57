import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import type { SensorFinding } from './examine-group.ts';
import type { SensorGroup } from './read-candidates.ts';

interface Result {
  readonly group: SensorGroup;
  readonly findings: readonly SensorFinding[];
}

/** A sentence or three per camera. */
export function describeSensors(results: readonly Result[]): string {
  return results.map(describeSensor).join(' ');
}

function describeSensor({ group, findings }: Result): string {
  const { device, serial } = group;
  const camera = serial === null ? device : `${device}, body number ${serial}`;
  const references = findings.filter(({ isReference }) => isReference);
  const agreeing = references.filter(({ isSameSensor }) => isSameSensor).length;
  const count = `${String(agreeing)} of ${String(references.length)} pictures that name ${camera}`;
  if (agreeing === 0)
    return stateAbsence(
      [countImages({ group, findings })],
      `The ${String(references.length)} pictures that name ${camera} show no noise in common, which says nothing against them.`,
    ).join(' ');
  const sentences = [
    `${count} carry the noise of the same sensor.`,
    ...describeOthers(findings.filter(({ isReference }) => !isReference)),
  ];
  const silent = findings.filter(({ isSameSensor }) => !isSameSensor).length;
  if (silent > 0)
    sentences.push(
      `In ${String(silent)} of ${String(findings.length)} it does not show, which says nothing against them.`,
    );
  return sentences.join(' ');
}

/** Counts the images of a group; those that could not be decoded were not compared. */
export function countImages({ group, findings }: Result): SearchedPart {
  const total = group.references.length + group.others.length;
  return { unit: 'image', total, searched: findings.length, why: 'unreadable' };
}

const shown = 5;

function describeOthers(others: readonly SensorFinding[]): string[] {
  const same = others.filter(({ isSameSensor }) => isSameSensor);
  const names = same.slice(0, shown).map(({ candidate: { file, device } }) => {
    const named = device === null ? 'names no camera' : `names ${device}`;
    return `“${file.name}”, which ${named}, carries it too`;
  });
  const more = same.length - names.length;
  if (names.length === 0) return [];
  return [`${names.join('; ')}${more > 0 ? `; and ${String(more)} more` : ''}.`];
}
