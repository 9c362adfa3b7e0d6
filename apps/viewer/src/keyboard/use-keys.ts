import { useEffect, useRef } from 'preact/hooks';

/** What keys do: `j`, `Enter`, `Shift+ArrowDown`. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ? !['checkbox', 'radio', 'button'].includes(target.type) : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Keys that a link or a button needs itself when it has the focus. */
const isOfElement = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') && event.target instanceof Element && event.target.closest('a, button, summary, label') !== null;

/** Keys that do something wherever the focus is, except while somebody types; `Escape` then leaves the field. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOfElement(event)) return;
      // What lies over the page has the keys.
      if (document.querySelector('dialog[open]') !== null) return;
      if (isTyping(event.target)) {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) {
          // Browsers would empty a field of a search, and the page would go on looking for what it no longer shows.
          event.preventDefault();
          event.target.blur();
        }
        return;
      }
      const action = current.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
