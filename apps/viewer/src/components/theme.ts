import { useEffect, useState } from 'preact/hooks';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'assay-theme';

/** A page from a file may have no storage: then a choice lasts as long as the page. */
function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Light or dark, as chosen, and what chooses the next. */
export function useTheme(): { readonly theme: Theme; readonly next: () => void } {
  const [theme, setTheme] = useState<Theme>(stored);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // See above.
    }
  }, [theme]);
  return { theme, next: () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system') };
}
