/** A source of numbers from 0 to below 1. */
export type Random = () => number;

/** How a simulated person answers. */
export interface SimulatedWorker {
  readonly kind: 'honest' | 'guesses' | 'always_yes';
  /** How often an honest person names the truth. */
  readonly accuracy: number;
  readonly goldCorrect: number;
  readonly goldTotal: number;
}

/** The share of people of each kind: the first that a drawn number does not reach. */
const kinds = [
  { below: 0.2, kind: 'guesses' },
  { below: 0.3, kind: 'always_yes' },
  { below: 1, kind: 'honest' },
] as const;
const accuracies = { least: 0.55, most: 0.95 };
/** Half of the errors on an image are those of everybody. */
const sharedErrors = 0.5;

interface Drawing {
  readonly random: Random;
  readonly isHonest: boolean;
  /** The golden tasks that a person has answered. */
  readonly goldTotal: number;
}

/** Draws a person. Half of the golden tasks are changed images. */
export function drawWorker({ random, isHonest, goldTotal }: Drawing): SimulatedWorker {
  const place = random();
  const drawn = kinds.find(({ below }) => place < below)?.kind ?? 'honest';
  const kind = isHonest ? 'honest' : drawn;
  const accuracy = accuracies.least + random() * (accuracies.most - accuracies.least);
  const rightShare = kind === 'honest' ? accuracy : 0.5;
  const right = Array.from({ length: goldTotal }, () => random() < rightShare);
  return { kind, accuracy, goldCorrect: right.filter(Boolean).length, goldTotal };
}

/** Answers whether an image was changed. `shared` is one number for the image: it decides the errors that all people make together. */
export function drawAnswer(
  { kind, accuracy }: SimulatedWorker,
  {
    isChanged,
    shared,
    random,
  }: { readonly isChanged: boolean; readonly shared: number; readonly random: Random },
): 'yes' | 'no' {
  if (kind === 'always_yes') return 'yes';
  if (kind === 'guesses') return random() < 0.5 ? 'yes' : 'no';
  const common = (1 - accuracy) * sharedErrors;
  const own = (1 - accuracy - common) / (1 - common);
  const isWrong = shared < common || random() < own;
  return isChanged === isWrong ? 'no' : 'yes';
}
