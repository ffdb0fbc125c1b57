/** A text as the repetition of a part, with an end that an expression may reject. */
interface Attack {
  readonly part: string;
  readonly end: string;
}

type Matches = (text: string) => boolean;

const baseCharacters = 200;
const factor = 10;
/** Times below this are noise of the clock. */
const measuredMs = 2;
const candidates = 4;
const commonCharacters = ['a', 'A', '0', ' ', '\t', '\n', '-', '.', '/', '\u00e9', '\u00a0', '\u{1f600}'];
const ends = ['', '\0', '\n', '!', ' '];

/**
 * Returns the growth of the CPU time of a regular expression on its worst texts, when these become ten times as long: about 10 for a
 * linear one, about 100 for a quadratic one. Texts repeat up to two characters of the expression or of a common set, or a literal part
 * of the expression.
 * @param matches by default, that of the expression with the flag `u`
 */
export function measureGrowth(
  pattern: string,
  matches: Matches = createMatches(pattern),
  characters: number = baseCharacters,
): number {
  const attacks = listAttacks(pattern).map((attack) => ({
    attack,
    ms: measureOnce(matches, write(attack, characters)),
  }));
  const worst = attacks.sort((a, b) => b.ms - a.ms).slice(0, candidates);
  return Math.max(
    ...worst.map(({ attack }) => {
      const short = measure(matches, write(attack, characters * factor));
      return measure(matches, write(attack, characters * factor ** 2)) / short;
    }),
  );
}

function createMatches(pattern: string): Matches {
  const expression = new RegExp(pattern, 'u');
  return (text) => expression.test(text);
}

function listAttacks(pattern: string): Attack[] {
  const literals = pattern.replaceAll(/\\[^]|\[[^\]]*\]|[()|^$?*+{}]/gu, '\n').split('\n');
  const words = literals.filter(({ length }) => length > 1);
  const characters = [...new Set([...commonCharacters, ...Array.from(words.join(''))])];
  const pairs = characters.flatMap((first) => characters.map((second) => `${first}${second}`));
  return [...characters, ...pairs, ...words].flatMap((part) => ends.map((end) => ({ part, end })));
}

function write({ part, end }: Attack, characters: number): string {
  return part.repeat(Math.ceil(characters / part.length)) + end;
}

function measureOnce(matches: Matches, text: string): number {
  const startedAt = process.threadCpuUsage().user;
  matches(text);
  return process.threadCpuUsage().user - startedAt;
}

/** Returns the CPU time of one match in milliseconds: the least of three measurements. */
function measure(matches: Matches, text: string): number {
  return Math.min(...Array.from({ length: 3 }, () => measureRepeated(matches, text)));
}

function measureRepeated(matches: Matches, text: string): number {
  const startedAt = process.threadCpuUsage();
  for (let repeated = 1; ; repeated += 1) {
    matches(text);
    const { user, system } = process.threadCpuUsage(startedAt);
    const ms = (user + system) / 1_000;
    if (ms >= measuredMs) return ms / repeated;
  }
}
