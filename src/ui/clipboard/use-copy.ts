import { useEffect, useRef, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

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

/**
 * Hands a link to a program of the device; where there is none, or the browser refuses, copies it and says so [R78].
 * @param message goes with the link to a program
 */
export function useDeviceShare(url: string, message: string) {
  const text = useText();
  const showToast = useToast();
  return async ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    const canShare = 'share' in navigator;
    try {
      if (canShare) return await navigator.share({ url, text: message });
    } catch (error) {
      // Who closed the device's own sheet wants nothing any more.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      await copyWords(url, currentTarget);
      showToast('success', text('frame.share.copied'));
    } catch {
      showToast('refusal', text(canShare ? 'frame.share.failed' : 'frame.share.copy-failed'));
    }
  };
}

/**
 * Copies a text to the clipboard. Where the browser keeps that from pages, as it does without TLS, the text is
 * selected and copied as a visitor would [R219].
 * @param button that was pressed; the selection stands beside it, in the dialog or menu that it is in
 * @throws where the browser refuses both
 */
async function copyWords(words: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
  } catch (error) {
    if (!copySelected(words, button)) throw error;
  }
}

function copySelected(words: string, button: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = words;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  button.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  button.focus({ preventScroll: true });
  field.remove();
  return isCopied;
}
