let words: string | null = null;
const listeners = new Set<() => void>();

/** Why a sign-in by a provider came to nothing, for the login dialog that is open or opens next. */
export const signInFailure = {
  keep(why: string | null): void {
    words = why;
    for (const listener of listeners) listener();
  },
  read(): string | null {
    return words;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
