import { useEffect, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#src/contract/limits.ts';

/**
 * Copies a text to the clipboard, and says so for a moment [R39, R68].
 * @param onRefused is called where no page may copy, as without TLS
 */
export function useCopy(words: string, onRefused: () => void) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      setCopied(true);
    } catch {
      onRefused();
    }
  };
  return { isCopied, copy };
}
