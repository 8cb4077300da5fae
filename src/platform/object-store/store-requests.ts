/** Requests that end with the signal, too. */
export function endedBy(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
}

/** In a row: a store may have skipped what was removed. */
const EMPTY_PAGES_MAX = 100;

/** The requests of one list, which would go on for ever where a store does not take up where its last page ended. */
export function pageByPage(ask: typeof fetch): typeof fetch {
  const listed = new Set<string>();
  let emptyPages = 0;
  return async (input, init) => {
    const answer = await ask(input, init);
    if (answer.status !== 200) return answer;
    const text = await answer.text();
    if (/<IsTruncated>true</i.test(text)) {
      // Not by their order, which not every store keeps to.
      const keys = [...text.matchAll(/<Key>([^<]*)</gi)].map(([, key = '']) => key);
      if (keys.length > 0 && keys.every((key) => listed.has(key)))
        throw new Error('it gives the same page of its list again');
      for (const key of keys) listed.add(key);
      emptyPages = keys.length === 0 ? emptyPages + 1 : 0;
      if (emptyPages > EMPTY_PAGES_MAX) throw new Error('it gives one empty page of its list after another');
    }
    return new Response(text, answer);
  };
}
