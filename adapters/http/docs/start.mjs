// Runs in the browser, on the page that docsPage.ts writes: draws the document that was asked for, the first unless told.
/* global document, location, SwaggerUIBundle */
const links = [...document.querySelectorAll('nav a')];
const chosen = links.find(({ search }) => search === location.search) ?? links[0];
chosen.setAttribute('aria-current', 'page');

SwaggerUIBundle({
  url: chosen.dataset.document,
  dom_id: '#document',
  deepLinking: true,
  // The document is checked by podsim's tests; nothing is sent elsewhere to be checked.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
