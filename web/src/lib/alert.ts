// One's turn, told to somebody who looks elsewhere: title and icon change every second while the page is hidden.
import { play } from './sound';

const EVERY_MS = 1000;
const ALERT_ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%23ffd54a'/%3E%3Ctext x='16' y='23' font-size='20' text-anchor='middle' fill='%23111'%3E!%3C/text%3E%3C/svg%3E";

/** Say it in the title until the returned function is called, and flash while the page is not looked at. */
export function flash(words: string, plain: string): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const usual = icon?.getAttribute('href') ?? '';
  let on = false;

  function show(lit: boolean): void {
    on = lit;
    document.title = lit || !document.hidden ? words : plain;
    icon?.setAttribute('href', lit ? ALERT_ICON : usual);
  }

  document.title = words;
  const timer = setInterval(() => {
    show(document.hidden && !on);
    if (on) play('turn');
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    document.title = plain;
    icon?.setAttribute('href', usual);
  };
}
