/** The result of one check; `problems` is empty when it passed. */
export interface Finding {
  readonly subject: string;
  readonly problems: readonly string[];
}

/** Prints a line for each finding as it comes, numbered when the total is known, with its problems below. Resolves to the number of problems. */
export async function printFindings(findings: AsyncIterable<Finding>, total?: number): Promise<number> {
  let failures = 0;
  let count = 0;
  for await (const { subject, problems } of findings) {
    count += 1;
    const step = total === undefined ? '' : `[${String(count)}/${String(total)}] `;
    say(`${step}${problems.length === 0 ? 'ok' : 'FAILED'} ${subject}`);
    for (const problem of problems) say(`  ${problem.replaceAll('\n', '\n  ')}`);
    failures += problems.length;
  }
  return failures;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
