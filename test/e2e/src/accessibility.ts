import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

/** What breaks the rules of WCAG 2.2, levels A and AA, as far as axe can tell; one line each. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // Evaluated, since the policies of the pages keep other scripts out.
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false }).then((found) => found.violations)",
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  );
}
