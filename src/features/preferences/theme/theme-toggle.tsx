import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useTheme } from '#src/page/theme/theme.ts';
import { Button } from '#src/ui/button/button.tsx';
import { ThemeIcon } from '#src/ui/icon/icon.tsx';

export function ThemeToggle() {
  const preferences = preferencesOf(useBrowser());
  const text = useText();
  const isDark = useTheme() === 'dark';
  return (
    <Button
      look="line"
      shape="round"
      aria-label={text('frame.dark-theme')}
      aria-pressed={isDark}
      onClick={() => preferences.choose({ theme: isDark ? 'light' : 'dark' })}
    >
      <ThemeIcon />
    </Button>
  );
}
