/** Asks again in a while, or when somebody looks at the page again. @param delay milliseconds */
export function askLater(again: () => void, delay: number): void {
  setTimeout(() => (document.hidden ? document.addEventListener('visibilitychange', again, { once: true }) : again()), delay);
}
