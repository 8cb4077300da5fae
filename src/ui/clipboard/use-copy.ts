import { useEffect, useRef, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#src/contract/limits.ts';
import { copyWords } from './copy-words.ts';

/**
 * Copies a text to the clipboard, and says so for a moment [R39, R68].
 * @param onRefused is called where no page may copy at all
 */
export function useCopy(words: string, onRefused: () => void) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    try {
      await copyWords(words, currentTarget);
      setCopied(true);
      // Each copy is confirmed for as long as the one before it.
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), COPY_CONFIRMATION_MS);
    } catch {
      onRefused();
    }
  };
  return { isCopied, copy };
}
