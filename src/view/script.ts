/** Progressive enhancement: forms swap a part of the page in place, live parts are polled. */

/**
 * Runs in browsers; every page works without it. `data-swap`: a form replaces this part of the page by that of its answer.
 * `data-load`: an opened fold loads the `#proof` of this address. `data-live`: a part that is polled until it is gone.
 * `data-copy`: a button copies what its form exports. `data-guard`: a form whose changes are not lost without a word.
 */
export const SCRIPT = `
(() => {
  document.documentElement.classList.add('js');
  const read = async (address) => {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  };
  const swapIn = (part, page) => {
    const current = document.querySelector(part);
    const next = page.querySelector(part);
    if (current && next) current.replaceWith(document.adoptNode(next));
  };
  const pageOf = (address) => address.split('#')[0];
  let shown = pageOf(location.href);
  addEventListener('popstate', async () => {
    if (pageOf(location.href) === shown) return;
    shown = pageOf(location.href);
    try { swapIn('#main', await read(location.href)); } catch { location.reload(); }
  });
  let latest = 0;
  const swap = async (address, part, isPressed) => {
    const ticket = (latest += 1);
    // Leaving a field says once more what typing said: a part that was tabbed into keeps the focus.
    if (!isPressed && address === location.href) return;
    try {
      const page = await read(address);
      if (ticket !== latest) return;
      swapIn(part, page);
      if (isPressed) document.querySelector(part)?.scrollIntoView({ block: 'nearest' });
      if (isPressed && address !== location.href) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
      shown = pageOf(location.href);
    } catch { location.assign(address); }
  };
  const addressOf = (form, pressed) => {
    const fields = [...new FormData(form, pressed)].filter(([, value]) => value !== '');
    const address = new URL(form.action);
    address.search = new URLSearchParams(fields).toString();
    return address.href;
  };
  let typing;
  const onForm = (event) => {
    const form = event.target.closest('form[data-swap]');
    if (!form) return;
    clearTimeout(typing);
    typing = setTimeout(() => swap(addressOf(form, event.submitter), form.dataset.swap, Boolean(event.submitter)), event.type === 'input' ? 250 : 0);
  };
  document.addEventListener('change', onForm);
  document.addEventListener('input', onForm);
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('form[data-swap]')) return;
    event.preventDefault();
    for (const other of event.target.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
    event.submitter?.setAttribute('aria-current', 'true');
    onForm(event);
  });
  document.addEventListener('toggle', async (event) => {
    const fold = event.target;
    if (!fold.open || !fold.dataset.load) return;
    const address = fold.dataset.load;
    delete fold.dataset.load;
    try {
      const proof = (await read(address)).querySelector('#proof');
      if (!proof) return;
      proof.removeAttribute('id');
      fold.querySelector('.more').replaceChildren(document.adoptNode(proof));
    } catch { fold.dataset.load = address; }
  }, true);
  const openTarget = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.matches('li') && target.querySelector('details')) target.querySelector('details').open = true;
  };
  addEventListener('hashchange', openTarget);
  openTarget();
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('main details:not([open])')];
    // What an opened fold would load comes too late for the paper.
    for (const fold of folded) { fold.dataset.was = fold.dataset.load ?? ''; delete fold.dataset.load; fold.open = true; }
  });
  addEventListener('afterprint', () => {
    for (const fold of folded) { fold.open = false; if (fold.dataset.was) fold.dataset.load = fold.dataset.was; }
  });
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const address = new URL(addressOf(button.form));
    address.searchParams.set('format', 'plain');
    if (!navigator.clipboard) return location.assign(address);
    const text = await (await fetch(address)).text();
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied ' + text.trim().split('\\n').length;
  });
  let isChanged = false;
  document.addEventListener('input', (event) => { if (event.target.closest('form[data-guard]')) isChanged = true; });
  document.addEventListener('submit', (event) => { if (event.target.matches('[data-guard]')) isChanged = false; });
  addEventListener('beforeunload', (event) => { if (isChanged) event.preventDefault(); });
  const keepLive = async () => {
    const live = document.querySelector('[data-live]');
    if (!live) return;
    try {
      const page = await read(location.href);
      const next = page.getElementById(live.id);
      if (!next) return location.reload();
      if (!next.dataset.live) return location.reload();
      live.replaceWith(document.adoptNode(next));
    } catch { /* The server may be starting again. */ }
    setTimeout(keepLive, 700);
  };
  setTimeout(keepLive, 400);
})();
`.trim();
