import { createQueue } from '../../cases/queue.ts';

const enqueue = createQueue(4);
const loads = new WeakMap<Element, () => Promise<void>>();

const observer = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      const load = loads.get(target);
      if (!isIntersecting || load === undefined) continue;
      observer.unobserve(target);
      void enqueue(load);
    }
  },
  { rootMargin: '200px' },
);

/** Loads the content of a node once, when the person scrolls to it. At most four nodes load at the same time. */
export function loadWhenSeen(node: Element, load: () => Promise<void>): void {
  loads.set(node, load);
  observer.observe(node);
}
