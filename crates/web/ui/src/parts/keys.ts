// The keyboard: the names of key presses, and when they are silent.

/** Whether the key belongs to a field, a composition or a dialog and not to the page. */
export function isForField(event: KeyboardEvent): boolean {
  if (event.isComposing || event.key === 'Process') return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('dialog, [role="dialog"]')) return true;
  if (target instanceof HTMLInputElement) return true;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
};

/** The name of a key press as in the table: `Ctrl+Shift+C`, `Shift+←`, `x`. */
export function keyName(event: KeyboardEvent): string {
  const name = NAMES[event.key] ?? event.key;
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return `Alt+${name}`;
  const base = control && name.length === 1 ? name.toUpperCase() : name;
  const shift =
    event.shiftKey && (name.length > 1 || NAMES[event.key] !== undefined || control) ? 'Shift+' : '';
  return `${control ? 'Ctrl+' : ''}${shift}${base}`;
}

/** Runs the action of a key, if it has one here; a button that has focus keeps Space and Enter. */
export function onKey(event: KeyboardEvent, actions: Record<string, () => void>): void {
  if (event.defaultPrevented || isForField(event)) return;
  const name = keyName(event);
  if (event.target instanceof HTMLButtonElement && (name === 'Space' || name === 'Enter')) return;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return;
  event.preventDefault();
  action();
}
