/** What was found of one thing that was looked at; `problems` is empty when all is well. */
export interface Finding {
  readonly subject: string;
  readonly problems: readonly string[];
}

/** Prints a line for each finding as it comes, and what is wrong below it. Resolves to how many problems there were. */
export async function printFindings(findings: AsyncIterable<Finding>): Promise<number> {
  let failures = 0;
  for await (const { subject, problems } of findings) {
    say(`${problems.length === 0 ? 'ok' : 'FAILED'} ${subject}`);
    for (const problem of problems) say(`  ${problem.replaceAll('\n', '\n  ')}`);
    failures += problems.length;
  }
  return failures;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
