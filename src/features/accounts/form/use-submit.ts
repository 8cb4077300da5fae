import { useCallback, useState } from 'react';
import { afterChange, failureOf, NO_FAILURE, type SubmitFailure } from './submit-failure.ts';

export interface Submit extends SubmitFailure {
  readonly isBusy: boolean;
  /** Runs a form's call; what it throws becomes the error. */
  run(work: () => Promise<void>): void;
  /** Call it when a field is changed: the server has not seen it yet. */
  changed(field: string): void;
}

/** How a form's call stands. @param fallback what is said when the server has not said what went wrong */
export function useSubmit(fallback: string): Submit {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(NO_FAILURE);
  const run = useCallback(
    (work: () => Promise<void>) => {
      setBusy(true);
      setFailure(NO_FAILURE);
      work()
        .catch((error: unknown) => setFailure(failureOf(error, fallback)))
        .finally(() => setBusy(false));
    },
    [fallback],
  );
  const changed = useCallback((field: string) => setFailure((known) => afterChange(known, field)), []);
  return { ...failure, isBusy, run, changed };
}
