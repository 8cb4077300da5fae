import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to the first field that breaks a rule. Call the returned function when the form finds one; a problem
 * that the server finds gets the focus once the form is no longer busy.
 */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, isBusy: boolean): () => void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusOnProblem(form.current);
    wasBusy.current = isBusy;
  }, [form, isBusy]);
  // After the broken fields have been marked.
  return () => requestAnimationFrame(() => focusOnProblem(form.current));
}

function focusOnProblem(form: HTMLFormElement | null): void {
  const broken = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A button that was pressed and is busy has lost the focus.
  const lost =
    document.activeElement === document.body ? form?.querySelector<HTMLElement>('[type="submit"]') : null;
  (broken ?? lost)?.focus();
}
