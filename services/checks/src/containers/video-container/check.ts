import type { ContainerReading } from '@assay/media/container/container-reading';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { contradictoryTimes, differingTimes } from '../container-times.ts';
import { countContainerTexts, readSubjectContainer } from '../read-subject-container.ts';
import { deviceOf, writersOf } from '../writers.ts';
import type { Writer } from '../writers.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Messengers, networks and phones themselves write videos anew; the program that did so says nothing of what was changed.',
  'There is no list of how each device lays out its files; an unknown layout is not an anomaly.',
];

/**
 * Reads who wrote the container of a video: brands, order of its parts, handlers, names of programs and devices, and whether
 * its dates agree.
 */
export const check: Check = { ...manifest, run: (subject) => Promise.resolve(examine(subject)) };

function examine(subject: Subject): CheckResult {
  if (!subject.mimeType.startsWith('video/')) return forOtherType(manifest, 'the file is not a video');
  const container = readSubjectContainer(subject);
  if (container === null) return notApplicable(manifest, 'its container is of a kind that is not read');
  const contradictions = contradictoryTimes(container);
  const writers = writersOf(container);
  const device = deviceOf(container);
  const remarks = differingTimes(container);
  const searched = countContainerTexts(container);
  return finding(manifest, {
    llrManipulated: contradictions.length > 0 ? likelihoodRatios['metadata-contradiction'].llr : 0,
    statement: [describe({ writers, device, searched }), ...sentences(contradictions, remarks)].join(' '),
    facts: {
      ...factsOf(container),
      device,
      writers: writers.map((writer) => ({ ...writer })),
      contradictions,
      remarks,
    },
    limits,
    searched: [searched],
  });
}

interface Described {
  readonly writers: readonly Writer[];
  readonly device: string | null;
  readonly searched: SearchedPart;
}

function describe({ writers, device, searched }: Described): string {
  const programs = writers.map(({ program }) => program).join(', ');
  if (device !== null) {
    return programs === ''
      ? stateAbsence(
          [searched],
          `The video names ${device} as its camera, and no other program left its name.`,
        ).join(' ')
      : `The video names ${device} as its camera, and was written again by ${programs}.`;
  }
  return programs === ''
    ? stateAbsence([searched], 'The video names neither a camera nor a program that wrote it.').join(' ')
    : `The video was written by ${programs}, not by a camera; that is common and says nothing of its content.`;
}

function sentences(contradictions: readonly string[], remarks: readonly string[]): string[] {
  return [
    ...contradictions.map((text) => `Its dates exclude each other: ${text}.`),
    ...remarks.map((text) => `Besides, ${text}.`),
  ];
}

function factsOf({ format, brands, layout, texts, times, isFragmented }: ContainerReading): JsonObject {
  return {
    format,
    brands,
    layout,
    isFragmented,
    texts: texts.map((text) => ({ ...text })),
    times: times.map(({ place, value }) => ({ place, value: new Date(value).toISOString() })),
  };
}
