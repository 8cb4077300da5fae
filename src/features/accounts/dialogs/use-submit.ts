import { useCallback, useState } from 'react';
import { WireError } from '#src/features/wire-client/wire-error.ts';
import { serverWords } from '../calls/server-words.ts';

export interface Submit {
  readonly isBusy: boolean;
  /** In words, for the red box. */
  readonly error: string | null;
  /** The server's code of what went wrong. */
  readonly code: string | null;
  /** Which field broke which rule, by the server. */
  readonly problems: Readonly<Record<string, string>>;
  /** Runs a form's call; what it throws becomes the error. */
  run(work: () => Promise<void>): void;
}

const IDLE = { isBusy: false, error: null, code: null, problems: {} };

/** How a form's call stands. @param fallback what is said when the server has not said what went wrong */
export function useSubmit(fallback: string): Submit {
  const [state, setState] = useState<Omit<Submit, 'run'>>(IDLE);
  const run = useCallback(
    (work: () => Promise<void>) => {
      setState({ ...IDLE, isBusy: true });
      work().then(
        () => setState(IDLE),
        (error: unknown) => {
          const { code = null, fields = {} } = error instanceof WireError ? error : {};
          setState({ isBusy: false, error: serverWords(error) ?? fallback, code, problems: fields });
        },
      );
    },
    [fallback],
  );
  return { ...state, run };
}
