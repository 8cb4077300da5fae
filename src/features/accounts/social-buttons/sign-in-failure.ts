let words: string | null = null;

/** Why a sign-in by a provider came to nothing, for the login dialog that opens next. */
export const signInFailure = {
  keep(why: string | null): void {
    words = why;
  },
  read(): string | null {
    return words;
  },
};
