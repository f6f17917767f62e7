// Sets theme, language and text size before the first paint, from the stored settings.
// It is a file of its own because the content security policy forbids inline scripts.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('sakiyomi.v1') || '{}') || {};
  } catch {
    stored = {};
  }
  const dark =
    stored.theme === 'dark' ||
    (stored.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.lang =
    stored.language === 'ja' || stored.language === 'en'
      ? stored.language
      : navigator.language.startsWith('ja')
        ? 'ja'
        : 'en';
  if (typeof stored.textSize === 'number') root.style.fontSize = `${stored.textSize}%`;
})();
