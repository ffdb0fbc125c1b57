import type { Page } from 'playwright-core';

const focusedName = `(() => {
  const { activeElement: node } = document;
  const named = (node.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
  return [node.ariaLabel, ...named, node.labels?.[0]?.textContent, node.textContent].find((text) => text) ?? '';
})()`;

/** Presses Tab until a control with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(focusedName);
    if (focused.includes(name)) return;
    passed.push(focused);
  }
  throw new Error(`no control ${name} after ${passed.join(' | ')}`);
}

/** Presses keys one after another. A number repeats the key before it. */
export async function press(page: Page, ...keys: readonly (string | number)[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    const [name, times] = typeof key === 'number' ? [keys[index - 1], key - 1] : [key, 1];
    for (let count = 0; count < times; count++) await page.keyboard.press(String(name));
  }
}
