// Notifications of this device, while the room is open in a tab that nobody looks at. No outside service takes part.
const ICON = '/icon-192.png';

export const canNotify = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;

/** Ask the device; only ever on a click of the player's. */
export async function allowNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Tell it, once for each tag: several tabs of the room say it together. */
export async function notify(title: string, tag: string, to: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(title, { tag, icon: ICON, data: { to } });
}

/** The page that says that the room cannot be reached; a browser that wants no worker does without. */
export function keepOfflinePage(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
