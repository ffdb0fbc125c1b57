import type { ContainerReading } from '@assay/media/container/container-reading';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { contradictoryTimes, differingTimes } from '../container-times.ts';
import { countContainerTexts, readSubjectContainer } from '../read-subject-container.ts';
import { deviceOf, writersOf } from '../writers.ts';
import type { Writer } from '../writers.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Recordings are converted to be sent and published; an encoder or editor that is named says nothing of what was changed.',
  'A program that writes the file anew removes the names of those before it.',
];

const losslessTypes: ReadonlySet<string> = new Set(['riff', 'flac']);
/** What a coding history (EBU R 98) calls coding with loss. */
const lossyCoding = /A=(?:MPEG|MP[23]|AAC|AC-?3|ATRAC|WMA)/i;

/**
 * Reads which programs a recording went through: encoder tags of MP3, M4A, FLAC and Ogg, and the broadcast extension of WAV
 * with its coding history.
 */
export const check: Check = { ...manifest, run: (subject) => Promise.resolve(examine(subject)) };

function examine(subject: Subject): CheckResult {
  if (!subject.mimeType.startsWith('audio/')) return forOtherType(manifest, 'the file is not a recording');
  const container = readSubjectContainer(subject);
  if (container === null) return notApplicable(manifest, 'its container is of a kind that is not read');
  const contradictions = contradictoryTimes(container);
  const writers = writersOf(container);
  const device = deviceOf(container);
  const remarks = [...differingTimes(container), ...codedBefore(container)];
  const searched = countContainerTexts(container);
  return finding(manifest, {
    llrManipulated: contradictions.length > 0 ? likelihoodRatios['metadata-contradiction'].llr : 0,
    statement: [describe({ writers, device, searched }), ...sentences(contradictions, remarks)].join(' '),
    facts: {
      format: container.format,
      brands: container.brands,
      layout: container.layout,
      device,
      writers: writers.map((writer) => ({ ...writer })),
      texts: container.texts.map((text) => ({ ...text })),
      times: container.times.map(({ place, value }) => ({ place, value: new Date(value).toISOString() })),
      contradictions,
      remarks,
    },
    limits,
    searched: [searched],
  });
}

/** A container without loss whose own history, or encoder, tells of a coding with loss before. */
function codedBefore({ format, texts }: ContainerReading): string[] {
  if (!losslessTypes.has(format)) return [];
  const coded = texts.find(({ place, value }) => place === 'coding history' && lossyCoding.test(value));
  return coded === undefined ? [] : ['it was coded with loss before, by its own coding history'];
}

interface Described {
  readonly writers: readonly Writer[];
  readonly device: string | null;
  readonly searched: SearchedPart;
}

function describe({ writers, device, searched }: Described): string {
  const programs = writers.map(({ program }) => program).join(', ');
  const source = device === null ? '' : ` and names ${device} as its source`;
  return programs === ''
    ? stateAbsence([searched], `The recording names no program that it went through${source}.`).join(' ')
    : `The recording went through ${programs}${source}; that is common and says nothing of its content.`;
}

function sentences(contradictions: readonly string[], remarks: readonly string[]): string[] {
  return [
    ...contradictions.map((text) => `Its dates exclude each other: ${text}.`),
    ...remarks.map((text) => `Besides, ${text}.`),
  ];
}
