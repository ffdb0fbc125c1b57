/** What does work at most so many at the same time, the rest in its order. */
export function createQueue(atOnce) {
  let underWay = 0;
  const waiting = [];
  const next = () => {
    if (underWay >= atOnce || waiting.length === 0) return;
    underWay += 1;
    const { work, resolve, reject } = waiting.shift();
    const done = () => {
      underWay -= 1;
      next();
    };
    work().then(resolve, reject).finally(done);
    next();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      next();
    });
}
