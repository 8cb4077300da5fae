import { useCallback, useState } from 'react';
import { afterChange, failureOf, NO_FAILURE, type SubmitFailure } from './submit-failure.ts';

export interface Submit extends SubmitFailure {
  readonly isBusy: boolean;
  /** Runs a form's call; an error that it throws is shown. */
  run(work: () => Promise<void>): void;
  /** Call it when a field is changed: the server has not seen it yet. */
  changed(field: string): void;
}

/**
 * The state of a form's call.
 * @param fallback the sentence where the server gave none
 */
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
