/** Requests that end with the signal, too. */
export function endedBy(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
}

/** The requests of one list, which would go on for ever where a store does not take up where its last page ended. */
export function pageByPage(ask: typeof fetch): typeof fetch {
  const asked = new Set<string>();
  return async (input, init) => {
    const page = String(input);
    if (asked.has(page)) throw new Error('it gives the same page of its list again');
    asked.add(page);
    return await ask(input, init);
  };
}
